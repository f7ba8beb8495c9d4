import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { isToken } from "@/server/mail/unsubscribe";
import { call, restOf } from "@/server/rest/call";
import { locationHeader } from "@/server/rest/headers";
import { say } from "./messages";
import type { mailChoicesRouter } from "./router";

type Caller = { mailChoices: ReturnType<typeof mailChoicesRouter.createCaller> };

const tags: [string] = ["Emails"];
const takes = { path: z.object({ token: z.string().describe("The token from the link in an email") }) };

const look = call({
  method: "get",
  path: "/mail-choices/{token}",
  operationId: "lookAtMailChoice",
  tags,
  summary: "Redirects to the page with the button that stops emails",
  description: "Changes nothing, so that programs that follow the links of an email do not unsubscribe anybody.",
  takes,
  refuses: ["NOT_FOUND"],
  responses: {
    303: {
      description: "The page",
      headers: locationHeader(
        "The address of the page",
        "/unsubscribe#token=AZN2oEoNK5icHj9bep0OHwAZN2oEoNK5icHj9bep0OHwAZN2oEoNK5",
      ),
    },
  },
});

const stop = call({
  method: "post",
  path: "/mail-choices/{token}",
  operationId: "stopMails",
  tags,
  summary: "Stops emails that are not required, by a link in one of them (RFC 8058)",
  description: "The URL is in the `List-Unsubscribe` header of these emails; no login is needed.",
  takes,
  refuses: ["NOT_FOUND"],
  responses: { 204: { description: "Only required emails are sent" } },
});

export const mailChoicesRest = restOf<Caller>()
  .openapi(look, (context) => {
    const token = context.req.param("token");
    if (!isToken(token)) throw new AppError("NOT_FOUND", say("badLink"));
    return context.body(null, 303, { location: `/unsubscribe#token=${token}` });
  })
  .openapi(stop, async (context) => {
    await context.var.caller.mailChoices.stop({ token: context.req.param("token") });
    return context.body(null, 204);
  });
