import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

/** A part whose code is loaded when it is first shown, and which is not seen until then. */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazy(async () => ({ default: await load() }));
  return function Lazily(props: Props): ReactNode {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}
