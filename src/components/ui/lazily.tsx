import {
  type FunctionComponent,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useEffect,
} from "react";
import { toast } from "./toast";

type Closable = { onClose?: () => void };

/**
 * A part whose code is loaded when it is first opened, and which is shown only while it is open. If the code cannot be loaded,
 * the rest of the page still works: a part with `onClose` says so in a toast and closes, and the next opening tries again.
 */
export function lazily<Props extends object>(load: () => Promise<FunctionComponent<Props>>) {
  let Part = attempt();

  function attempt(): LazyExoticComponent<FunctionComponent<Props & Closable>> {
    return lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        console.warn(error);
        Part = attempt();
        return { default: NotLoaded };
      }
    });
  }

  return function Lazily(props: Props & Closable): ReactNode {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}

const never = new Promise<never>(() => {});

/** Without a way to close it, the server's version stays. */
function NotLoaded({ onClose }: Closable) {
  useEffect(() => {
    if (!onClose) return;
    toast.error("This part could not be loaded. Please try again.");
    onClose();
  }, [onClose]);
  return onClose ? null : use(never);
}
