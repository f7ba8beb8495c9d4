import { writeXlsx } from "hucre/xlsx";
import { csvOf } from "@/lib/csv";

type Cell = string | number | boolean | Date | null;

const firstNames = ["Asha", "Nisha", "Aarav", "Zoya", "Tenzin", "वेदांत", "ओम", "Jaspreet", "Ananya", "Reyansh"];
const lastNames = ["Rao", "Chauhan", "Khan", "Deshpande", "Ghosh", "कुलकर्णी", "पाटील", "Kaur", "Bhagat", "Kolhe"];

const at = (names: readonly string[], index: number) => names[index % names.length] ?? "";
const two = (number: number) => String(number).padStart(2, "0");

/** The column headings of {@link classList}. */
export const listHeads = [
  ...["Adm No", "Name", "DOB", "Class", "Section", "Roll No"],
  ...["Father's Name", "Father's Mobile", "Mother's Name", "Mother's Mobile"],
];

/** A list of students with both parents, 40 to a section. Every fifth student is a sibling of the one before. */
export function classList(count: number): string[][] {
  return Array.from({ length: count }, (_, index) => {
    const family = index % 5 === 4 ? index - 1 : index;
    const [first, last] = [at(firstNames, index), at(lastNames, Math.floor(family / 7))];
    const group = Math.floor(index / 40);
    const year = 2018 - (group % 12);
    const number = String(9_000_000_000 + family * 2);
    return [
      ...[
        `A-${10_000 + index}`,
        `${first} ${last} ${index}`,
        `${two((index % 28) + 1)}.${two((index % 12) + 1)}.${year}`,
      ],
      ...[String((group % 12) + 1), String.fromCharCode(65 + (Math.floor(group / 12) % 26)), String((index % 40) + 1)],
      ...[`Vikram ${last} ${family}`, number, `Sunita ${last} ${family}`, String(Number(number) + 1)],
    ];
  });
}

export const csvFile = (rows: string[][], heads = listHeads) => Buffer.from(csvOf(heads, rows));

export async function xlsxFile(rows: Cell[][]): Promise<Buffer> {
  return Buffer.from(await writeXlsx({ sheets: [{ name: "Students", rows }] }));
}
