import type { ReactNode } from "react";
import { headStyle } from "./table-style";

type ColProps = {
  /** Replaces the usual look. */
  className?: string;
  children: ReactNode;
};

/** The head of a column. */
export function Col({ className = headStyle, children }: ColProps) {
  return (
    <th scope="col" className={className}>
      {children}
    </th>
  );
}
