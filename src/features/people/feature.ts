import "server-only";
import type { Feature } from "../feature";
import type { PeopleData } from "./data";
import { createPeopleRouter } from "./router";
import { actions } from "./rules";

/** The people room, given the data of all rooms. */
export const createPeople = (data: PeopleData) =>
  ({
    router: createPeopleRouter(data),
    duties: [{ words: "Export and erasure of people", area: "institute", right: actions.manage }],
    audit: {
      "person-exported": { words: "A person’s data exported", icon: "Download" },
      "person-erased": { words: "A person’s data erased", icon: "UserX" },
    },
    calls: {
      "people.find": "To look up a person’s data",
      "people.search": "To look up a person’s data",
      "people.get": "To look up a person’s data",
      "people.export": "To export a person’s data",
      "people.erase": "To erase a person’s data",
      "people.exportById": "To export a person’s data",
      "people.eraseById": "To erase a person’s data",
      "people.requests": "To see who asks to be erased",
    },
  }) satisfies Feature;
