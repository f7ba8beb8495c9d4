import { Col } from "@/components/table/col";
import { tableStyle } from "@/components/table/table-style";
import { Select } from "@/components/ui/select";

type ColumnsTableProps<Field extends string> = {
  label: string;
  heads: readonly string[];
  samples: readonly (readonly string[])[];
  columns: readonly (Field | null)[];
  offered: readonly Field[];
  words: {
    column: string;
    sample: string;
    means: string;
    unnamed: (number: number, head: string) => string;
    leaveOut: string;
    meansOf: (head: string) => string;
    fields: Record<Field, string>;
  };
};

const head = "h-9 border-line border-b px-3.25 text-start";
const cell = "border-line px-3.25 py-1.5 text-start align-middle max-md:py-0.75 md:group-not-last:border-b";
const choiceOf = (index: number) => `column${index}`;

/** The columns of a file, each with a select for its meaning. */
export function ColumnsTable<Field extends string>(props: ColumnsTableProps<Field>) {
  const { label, heads, samples, columns, offered, words } = props;
  // Two columns may have the same heading.
  const nameOf = (index: number) =>
    heads[index] && heads.indexOf(heads[index]) === index ? heads[index] : words.unnamed(index + 1, heads[index] ?? "");
  return (
    <table aria-label={label} className={tableStyle}>
      <thead className="max-md:sr-only">
        <tr className="text-xs">
          <Col className={head}>{words.column}</Col>
          <Col className={`${head} max-md:hidden`}>{words.sample}</Col>
          <Col className={head}>{words.means}</Col>
        </tr>
      </thead>
      <tbody>
        {columns.map((field, index) => (
          <tr
            key={nameOf(index)}
            className="group max-md:grid max-md:grid-cols-1 max-md:py-1.5 max-md:not-last:border-line max-md:not-last:border-b"
          >
            <th scope="row" className={`${cell} wrap-anywhere font-semibold md:w-1/4`}>
              {nameOf(index)}
              <span className="block truncate font-normal text-ink-soft text-xs md:hidden">{samples[index]?.[0]}</span>
            </th>
            <td className={`${cell} wrap-anywhere text-ink-soft max-md:hidden`}>{samples[index]?.join(", ")}</td>
            <td className={`${cell} md:w-72`}>
              <Select name={choiceOf(index)} aria-label={words.meansOf(nameOf(index))} defaultValue={field ?? ""}>
                <option value="">{words.leaveOut}</option>
                {offered.map((one) => (
                  <option key={one} value={one}>
                    {words.fields[one]}
                  </option>
                ))}
              </Select>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The selected meanings as an array; null for ignored columns. */
export function meaningsIn<Field extends string>(data: FormData, count: number, offered: readonly Field[]) {
  return Array.from(
    { length: count },
    (_, index) => offered.find((field) => field === data.get(choiceOf(index))) ?? null,
  );
}
