import type { ReactElement, ReactNode } from "react";

type Next<State> = State | ((before: State) => State);

let states: unknown[] = [];
let place = 0;
let isChanged = false;

/** Replaces React's `useState` where a test calls a component directly, without a page to render it on. */
export function useState<State>(first?: State | (() => State)) {
  const own = place++;
  if (!(own in states)) states[own] = first instanceof Function ? first() : first;
  const set = (next: Next<State>) => {
    states[own] = next instanceof Function ? next(states[own] as State) : next;
    isChanged = true;
  };
  return [states[own] as State, set] as const;
}

/** Calls a component with the states of the last call, until it changes none of them. Returns its result. */
export function draw<Drawn>(component: () => Drawn): Drawn {
  place = 0;
  isChanged = false;
  const drawn = component();
  return isChanged ? draw(component) : drawn;
}

/** Forgets the states, before a test of another component. */
export function forgetStates(): void {
  states = [];
}

/** The elements of one kind in a component's result. */
export function elementsOf<Props>(
  kind: string | ((props: Props) => ReactNode),
  node: ReactNode,
): ReactElement<Props>[] {
  if (Array.isArray(node)) return node.flatMap((one) => elementsOf(kind, one));
  if (typeof node !== "object" || node === null || !("props" in node)) return [];
  const element = node as ReactElement<Props & { children?: ReactNode }>;
  return [...(element.type === kind ? [element] : []), ...elementsOf(kind, element.props.children)];
}
