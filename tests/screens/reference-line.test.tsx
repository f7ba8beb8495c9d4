import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ReferenceLine } from "@/features/admissions/components/reference-line";
import { copy } from "@/features/admissions/messages";
import type { SubmittedView } from "@/features/admissions/schema";
import { partOf } from "../harness/part-of";
import { show } from "../harness/screen";

it.each([true, false])(
  "the printed reference says what the follow-up page asks for (email leaves the site: %j)",
  (mailed) => {
    const submitted: SubmittedView = partOf({
      ...{ _id: "1", reference: "K7Q2-9XMD", name: "Kiran Das", email: "das@example.org", state: "received" },
      ...{ answerDue: null, mailed },
    });
    show(<ReferenceLine submitted={submitted} />);
    const address = `${window.location.origin}/admission`;
    const [asked, other] = [copy.printedFollow(address), copy.printedFollowUnmailed(address)];
    expect([asked, other].map((words) => screen.queryByText(words) !== null)).toEqual([mailed, !mailed]);
    expect(other).toMatch(/phone number/);
  },
);
