import { moment, schoolDay } from "./content";

/** How far an application has come. */
export type Standing =
  | ("received" | "in review" | "waiting" | "invited" | "offered" | "accepted" | "enrolled")
  | ("declined" | "withdrawn" | "merged");

// Class, child, parent, previous school, days since the application, how far it has come.
const families: [number, string, string, string | null, number, Standing][] = [
  [1, "Myra Dhote", "Sonal Dhote", null, 2, "received"],
  [6, "Aryan Pathak", "Nikhil Pathak", "Little Flower Primary School", 3, "received"],
  [9, "Hiba Sayyed", "Rukhsana Sayyed", "Wardha Road High School", 5, "in review"],
  [11, "Karthik Subramaniam", "Latha Subramaniam", "Orange City Public School", 6, "in review"],
  [3, "Navya Tiwari", "Ashok Tiwari", "Sunshine Primary School", 8, "invited"],
  [10, "Prathamesh Raut", "Sunita Raut", "Government High School, Kamptee", 11, "invited"],
  [1, "Ayaan Mirza", "Salma Mirza", null, 13, "offered"],
  [7, "Tanvi Bhagat", "Mahesh Bhagat", "Ambazari Vidyalaya", 16, "accepted"],
  [12, "Jaspreet Kaur", "Gurmeet Singh", "Lake View Junior College", 19, "declined"],
  [4, "Reyansh Ghosh", "Moumita Ghosh", "Sunshine Primary School", 22, "withdrawn"],
  [8, "Aditi Kolhe", "Vinod Kolhe", "Ambazari Vidyalaya", 26, "enrolled"],
  [2, "Joel D’Costa", "Sandra D’Costa", null, 30, "enrolled"],
  [5, "Shreya Wasnik", "Pradeep Wasnik", "Little Flower Primary School", 35, "offered"],
  [9, "Mohammed Zaid", "Yusuf Pathan", "Wardha Road High School", 41, "declined"],
  [6, "Saanvi Pillai", "Rajesh Pillai", "Green Meadows School", 47, "in review"],
  [1, "Kabir Dhote", "Sonal Dhote", null, 1, "received"],
  [6, "Aryan Pathak", "Nikhil Pathak", null, 1, "received"],
  [3, "Navya Tiwari", "Ashok Tiwari", "Sunshine Primary School", 7, "merged"],
  [9, "Rutuja Ingle", "Deepak Ingle", "Wardha Road High School", 4, "waiting"],
  [12, "Neha Bawankar", "Usha Bawankar", "Lake View Junior College", 2, "waiting"],
  [5, "Arnav Dixit", "Shilpa Dixit", "Little Flower Primary School", 1, "received"],
  [8, "Ishani Kaur", "Gurmeet Singh", "Ambazari Vidyalaya", 19, "invited"],
  [7, "Advika Thakur", "Manoj Thakur", null, 10, "in review"],
];

/** The applications for admission with their times, the latest first. A parent who applies twice, or for two children, has one phone. */
export function sampleSubmissions(today: string) {
  const parents = [...new Set(families.map(([, , parentName]) => parentName))];
  return families.map(([selectedClass, name, parentName, previousSchool, daysAgo, standing], index) => {
    const mailbox = parentName.toLowerCase().replaceAll("’", "").replaceAll(" ", ".");
    return {
      submission: {
        selectedClass,
        name,
        parentName,
        email: `${mailbox}@families.lyceum.example`,
        phone: `+91 712 555 0${150 + parents.indexOf(parentName)}`,
        previousSchool,
      },
      standing,
      createdAt: moment(schoolDay(today, -daysAgo), index),
    };
  });
}

/** Messages from the contact page, with the days since then. */
export const sampleMessages: {
  name: string;
  email: string;
  days: number;
  message: string;
  answer?: string;
  done?: true;
}[] = [
  {
    ...{ name: "Sushma Kale", email: "sushma.kale@families.lyceum.example", days: 1 },
    message: "Is there a school bus from Trimurti Nagar? My daughter would join Class 4.",
  },
  {
    ...{ name: "Harish Borkute", email: "harish.borkute@families.lyceum.example", days: 2 },
    message: "We would like to see the laboratory before we apply for Class 11. When may we come?",
  },
  {
    ...{ name: "Nazia Pathan", email: "nazia.pathan@families.lyceum.example", days: 6 },
    message: "Do you teach Sanskrit in Class 8?",
    answer: "Yes, as a third language from Class 6 on, three lessons a week.",
  },
  {
    ...{ name: "Book fair", email: "fair@books.example", days: 9, done: true },
    message: "We would like to hold a book fair at your school.",
  },
];
