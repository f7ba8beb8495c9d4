/** How the temporary folders of a test process begin; its number follows. */
export const folderPrefix = "lyceum-test-run-";
