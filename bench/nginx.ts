import { availableParallelism } from "node:os";
import { hasNginx, type SharedCache, startNginx } from "../tests/setup/nginx";

const goal = 18;

/** nginx in front of the product, with a process for each core; undefined where it is not at hand. */
export async function startCache(url: string): Promise<SharedCache | undefined> {
  return hasNginx() ? startNginx(url, availableParallelism()) : undefined;
}

/** The cases that everyone is answered alike, once more, to be asked of nginx. */
export function casesBehindNginx<Case extends { name: string; path: string; headers?: Record<string, string> }>(
  cases: readonly Case[],
): (Case & { goal: number; isBehindNginx: true })[] {
  const alike = cases.filter(({ path, headers }) => path !== "/buffer" && !headers?.authorization);
  return alike.map((one) => ({ ...one, name: `nginx in front: ${one.name}`, goal, isBehindNginx: true }));
}
