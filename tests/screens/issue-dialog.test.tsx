import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { IssueDialog } from "@/features/report-cards/components/issue-dialog";
import type { SheetView } from "@/features/report-cards/schema";
import { show } from "../harness/screen";

describe("before cards are issued, the office reads where their QR codes lead", () => {
  const textOf = (verify: SheetView["verify"] | undefined) => {
    const { unmount } = show(
      <IssueDialog setId="1" rows={[]} daysOpen={null} ownFacts verify={verify} onClose={() => {}} />,
    );
    const text = screen.getByRole("dialog").textContent;
    unmount();
    return text;
  };
  const warning = "Only the computer that runs this website can open the QR code of these cards";

  it.each([
    ["school.example/verify", false],
    ["localhost:3000/verify", true],
  ])("%s", (address, isLocal) => {
    const text = textOf({ address, isLocal });
    expect(text).toContain(`leads to ${address}.`);
    expect(text?.includes(warning)).toBe(isLocal);
    expect(textOf(undefined)).not.toContain("The QR code");
  });
});
