import { Fragment } from "react";

/** An email address that may break after `@` and the dots, and elsewhere only if a part is too long for the line. */
export function EmailText({ children: email }: { children: string }) {
  return (
    <span className="wrap-anywhere">
      {email.split(/(?<=[@.])/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address have only their order.
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
