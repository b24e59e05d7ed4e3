// All parts, once the page is there.

watchIndex();
watchExplorer();
watchPlay();
watchSections();
watchAnchors();
