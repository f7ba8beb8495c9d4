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
      "login-reopened": { words: "A closed login opened again", icon: "KeyRound" },
    },
    calls: {
      "people.find": "To look up a person’s data",
      "people.search": "To look up a person’s data",
      "people.get": "To look up a person’s data",
      "people.export": "To export a person’s data",
      "people.erase": "To erase a person’s data",
      "people.exportById": "To export a person’s data",
      "people.eraseById": "To erase a person’s data",
      "people.openLogin": "To open a closed login again",
      "people.requests": "To see who asks to be erased",
    },
  }) satisfies Feature;
