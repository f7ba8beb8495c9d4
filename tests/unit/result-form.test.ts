import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { ResultForm } from "@/features/results/components/result-form";
import { drawnForm } from "../harness/drawn-form";

const mutateAsync = vi.hoisted(() => vi.fn());
vi.mock("@/features/results/components/use-who", () => ({ useWho: () => undefined, useSuggestedStudents: () => [] }));
vi.mock("@/features/results/components/result-extras", () => ({ ResultExtras: () => null }));
vi.mock("@/components/form/use-server-form", () => import("../harness/drawn-form"));
vi.mock("@/trpc/client", () => ({
  api: {
    useUtils: () => ({ students: { list: { invalidate() {} } }, subjects: { names: { invalidate() {} } } }),
    results: { addOnce: { useMutation: () => ({ mutateAsync }) } },
  },
}));

it("a result whose answer was lost is sent again with its key, even after another one was added", async () => {
  renderToStaticMarkup(createElement(ResultForm));
  const { send, onDone } = drawnForm;
  const form = { elements: { namedItem: () => null }, querySelector: () => null };
  vi.stubGlobal("HTMLInputElement", class {});
  const add = async (studentEmail: string) => onDone(await send({ studentEmail }), form);
  mutateAsync.mockRejectedValueOnce(new Error("Failed to fetch")).mockResolvedValue([]);
  await expect(add("asha@school.example")).rejects.toThrow("Failed to fetch");
  for (const name of ["dev", "asha", "asha"]) await add(`${name}@school.example`);
  const [lost, other, again, anew] = mutateAsync.mock.calls.map(([{ key }]) => key as string);
  expect(again).toBe(lost);
  expect(new Set([lost, other, anew]).size).toBe(3);
  vi.unstubAllGlobals();
});
