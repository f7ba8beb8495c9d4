import "server-only";
import { kept } from "@/content/retention";
import type { Duty } from "@/lib/may";
import { exportGrantsOf } from "@/server/auth/staff";
import type { Feature } from "../feature";
import { staffMails } from "./emails";
import { forgetFormerStaff } from "./mutations-left";
import { createStaffRouter } from "./router";
import { actions } from "./rules";

const duties: readonly Duty[] = [{ words: "Staff", area: "people", right: actions.manage }];

/** The staff and their rights; `rooms` provide the duties in the table. */
export const createStaff = (rooms: readonly Pick<Feature, "duties">[]) =>
  ({
    router: createStaffRouter([...rooms.flatMap((room) => room.duties ?? []), ...duties]),
    duties,
    emails: staffMails,
    emailNames: { secondStepReset: "Two-step login turned off" },
    personalData: {
      name: "staff",
      label: "Grants",
      count: async ({ userId }) => (await exportGrantsOf(userId)).length,
      list: ({ userId }) => exportGrantsOf(userId),
      isHiddenFrom: () => false,
    },
    retention: { name: "endedGrants", days: kept.endedGrants, purge: forgetFormerStaff },
    audit: {
      "staff-granted": {
        words: "Right granted",
        icon: "UserPlus",
        values: { role: { administrator: "administrator", office: "office", teacher: "teacher" } },
      },
      "staff-changed": { words: "Details of a colleague changed", icon: "PencilLine" },
      "staff-grant-ended": { words: "Right ended", icon: "UserMinus" },
      "staff-access-ended": { words: "Access ended", icon: "UserX", alarming: true },
      "second-step-reset": {
        words: "Two-step login turned off for somebody else",
        icon: "ShieldAlert",
        alarming: true,
      },
    },
    calls: {
      "staff.list": "To see the staff",
      "staff.add": "To invite somebody to the staff",
      "staff.edit": "To change a colleague",
      "staff.grant": "To grant a right",
      "staff.endGrant": "To end a right",
      "staff.endAccess": "To end somebody’s access",
      "staff.makeCode": "To make a code for somebody of the staff",
      "staff.resetSecondStep": "To turn off somebody’s two-step login",
    },
  }) satisfies Feature;
