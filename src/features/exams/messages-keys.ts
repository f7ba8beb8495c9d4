/** The keys of the sheet. */
export const sheetKeys = {
  title: "Keys",
  keys: [
    [["Enter"], "next student"],
    [["↑", "↓"], "move"],
    [["Tab", "→"], "remark"],
    [["A", "E"], "absent, excused"],
    [["Esc"], "undo the cell"],
    [["Ctrl", "V"], "paste a column or block"],
    [["Ctrl", "Z"], "take back the last entry"],
    [["F8"], "next to settle"],
    [["Shift", "F8"], "previous to settle"],
  ],
  release: [["Ctrl", "Enter"], "preview and release"],
} as const;
