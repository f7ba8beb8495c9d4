"use client";

import { type ComponentProps, lazy } from "react";

const CodeDialog = lazy(() => import("./code-dialog").then((module) => ({ default: module.CodeDialog })));

/** The dialog that gives a person a code, for the screens of other rooms. */
export function LazyCodeDialog(props: ComponentProps<typeof CodeDialog>) {
  return <CodeDialog {...props} />;
}
