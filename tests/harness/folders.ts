/** Prefix of the temporary folders of a test process; its PID follows. */
export const folderPrefix = "lyceum-test-run-";
