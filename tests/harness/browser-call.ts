import { type APIResponse, expect, type Page } from "@playwright/test";
import { journeyYear } from "./days";

async function answerOf<Answer>(name: string, answer: APIResponse): Promise<Answer> {
  expect(answer.status(), `${name}: ${await answer.text()}`).toBe(200);
  return ((await answer.json()) as { result: { data: { json: Answer } } }).result.data.json;
}

const post = (page: Page, name: string, json: object) => page.request.post(`/api/trpc/${name}`, { data: { json } });

/** Calls a mutation as the person logged in on the page. */
export async function call<Answer>(page: Page, name: string, json: object): Promise<Answer> {
  return answerOf(name, await post(page, name, json));
}

/** Calls a query as the person logged in on the page. */
export async function read<Answer>(page: Page, name: string, json?: object): Promise<Answer> {
  const input = encodeURIComponent(JSON.stringify({ json }));
  return answerOf(name, await page.request.get(`/api/trpc/${name}?input=${input}`));
}

/** Adds a school year to the shared product unless another test has added it. */
export async function addJourneyYear(page: Page, year = journeyYear): Promise<void> {
  expect([200, 409]).toContain((await post(page, "years.add", year)).status());
}
