import { Select } from "@/components/ui/select";

type ColumnMeaningProps<Field extends string> = {
  index: number;
  head: string;
  /** What it means as far as is known. */
  field: Field | null;
  offered: readonly Field[];
  words: { leaveOut: string; meansOf: (head: string) => string; fields: Record<Field, string> };
};

const nameOf = (index: number) => `column${index}`;

/** What a column of a file means. */
export function ColumnMeaning<Field extends string>({ index, head, field, offered, words }: ColumnMeaningProps<Field>) {
  return (
    <Select name={nameOf(index)} aria-label={words.meansOf(head)} defaultValue={field ?? ""}>
      <option value="">{words.leaveOut}</option>
      {offered.map((one) => (
        <option key={one} value={one}>
          {words.fields[one]}
        </option>
      ))}
    </Select>
  );
}

/** What a form with these choices says of so many columns; null for those that are left out. */
export function meaningsIn<Field extends string>(data: FormData, count: number, offered: readonly Field[]) {
  return Array.from(
    { length: count },
    (_, index) => offered.find((field) => field === data.get(nameOf(index))) ?? null,
  );
}
