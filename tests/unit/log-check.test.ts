import { expect, it } from "vitest";
import { faultsOf } from "../harness/log-check";

const token = "Zk3mVq0aTj5uQhYxW7cPnB2dLrG9eSfKi8vM1oXwHtE";

it.each([
  ['{"msg":"asha.rao@school.example"}', ["holds an e-mail address"]],
  ['{"route":"/api/admin/results/asha%40school.example"}', ["holds an e-mail address"]],
  [`{"token":"${token}"}`, ["holds a token"]],
  ["Bearer eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..x", ["holds a sealed cookie"]],
  ['{"route":"/join#K7Q2M-9XMDT"}', ["holds a code of the office"]],
  ['{"input":"K7Q2M9XMDT"}', ["holds a code of the office"]],
  ["+91 98765 43210", ["holds a phone number"]],
  ['{"msg":"\u001b[31mred"}', ["is no JSON"]],
  ['{"msg":"by Asha \\"Ash\\" Rao"}', ['holds "Asha "Ash" Rao"']],
  ['{"msg":"half', ["is no JSON"]],
  ['{"level":"info","time":"2026-11-20T12:00:00.000Z","request":"77112770-8bf1-4f8d-bfd2-79e32f7802f3"}', []],
  ["Started the embedded PostgreSQL 18.4.", []],
])("the log check finds %s", (line, faults) => {
  expect(faultsOf(line, ['Asha "Ash" Rao'])).toEqual(faults);
});
