import { moment, schoolDay } from "./content";

const perClass = 25;

// Name, class, average percentage.
const known: [string, number, number][] = [
  ["Ananya Deshpande", 10, 93],
  ["Aarav Kulkarni", 10, 78],
  ["Zoya Khan", 12, 88],
  ["Kabir Malhotra", 9, 64],
  ["Diya Nair", 8, 96],
  ["Rehan Shaikh", 7, 55],
  ["Ishita Banerjee", 11, 82],
  ["Arjun Reddy", 12, 71],
  ["Meher Gill", 6, 90],
  ["Vivaan Joshi", 5, 67],
  ["Sneha Patil", 10, 46],
  ["Tenzin Dolma", 9, 85],
  ["Farhan Ali", 8, 37],
  ["Kavya Iyer", 11, 94],
  ["Rohan Wankhede", 12, 58],
  ["Nisha Meshram", 7, 73],
  ["Dev Agrawal", 4, 81],
  ["Maria Fernandes", 3, 92],
  ["Aditya Thakre", 10, 29],
  ["Pooja Sahu", 6, 62],
  ["Yash Bhoyar", 9, 51],
  ["Sara Qureshi", 5, 87],
  ["Om Gaikwad", 2, 76],
  ["Riya Chatterjee", 12, 97],
  ["Harsh Verma", 11, 43],
  ["Anjali Uikey", 8, 69],
  ["Siddharth Menon", 1, 84],
  ["Lavanya Rao", 4, 60],
  ["Ibrahim Ansari", 7, 98],
  ["Gauri Shinde", 10, 66],
  // The younger brother of the first one.
  ["Ishaan Deshpande", 7, 81],
];

const firstNames = (
  "Aanya Abhinav Advait Aisha Akash Amrita Anika Ansh Aparna Arnav Asmita Atharva Bhavna Chetan Darsh Deepa Devika Eshan Fatima Gaurav " +
  "Harini Hemant Imran Ira Jagdish Jiya Kaveri Kiran Krish Leela Madhav Manasi Mayur Mihir Mrunal Naina Neel Nikhil Omkar Pallavi " +
  "Parth Pranav Radhika Rajan Reema Ritvik Rukmini Sahil Sanika Shaan Shruti Sumit Tara Tejas Uma Varun Vedika Vihaan"
).split(" ");

const lastNames = (
  "Ambekar Bansod Bhalerao Chaudhary Chavan D’Souza Dange Deshmukh Dhole Gaonkar Ghate Gupta Hirekhan Jadhav Jain Kale Kamble " +
  "Karnik Khandekar Kohli Kumbhare Lokhande Mahajan Mathur Mishra Mokashi Nagpure Naidu Pande Pardeshi Pawar Pimpalkar Rangari " +
  "Rathod Sahare Salve Sengupta Siddiqui Sonkusare Tambe Taksande Umredkar Vaidya Wagh Yadav Zade Zodape"
).split(" ");

const mothers =
  "Anita Bharati Chhaya Farzana Geeta Hema Jyoti Kalpana Lata Mangala Nalini Padma Rekha Sadhana Vandana".split(" ");
const fathers =
  "Ajay Bhaskar Dilip Eknath Ganesh Haroon Jayant Kishor Mohan Narendra Prakash Ramesh Sanjay Vijay".split(" ");

type Guardian = { name: string; relation: "Mother" | "Father"; phone: string };

/** A student on the roster; students with a login log in with `email`. */
export type Pupil = {
  name: string;
  className: number;
  section: "A" | "B";
  rollNo: string;
  admissionNo: string;
  bornOn: string;
  guardians: Guardian[];
  email: string | null;
  usual: number;
};

const mailbox = (name: string) => name.toLowerCase().replaceAll("’", "").replaceAll(" ", ".");

/** The address of a guardian who has a login. */
export const addressOf = ({ name, phone }: Pick<Guardian, "name" | "phone">) =>
  `${mailbox(name)}.${phone.slice(-3)}@families.lyceum.example`;

function familyOf(place: number, lastName: string): Guardian[] {
  const phone = (turn: number) => `+91712555${String(1000 + place * 2 + turn)}`;
  const mother = {
    name: `${mothers[place % mothers.length]} ${lastName}`,
    relation: "Mother" as const,
    phone: phone(0),
  };
  const father = {
    name: `${fathers[place % fathers.length]} ${lastName}`,
    relation: "Father" as const,
    phone: phone(1),
  };
  return place % 4 === 3 ? [mother] : place % 9 === 5 ? [father] : [mother, father];
}

/** The eldest child of the family: every twelfth student has an older sibling, two or three classes above. */
const eldest = (place: number) =>
  place % 12 === 5 && place >= 60 && Math.floor(place / 60) % 2 === 1 ? place - 60 : place;

function others(className: number, count: number, before: number) {
  return Array.from({ length: count }, (_, index) => {
    const place = before + index;
    const lastName = lastNames[(eldest(place) * 11) % lastNames.length] ?? "";
    const name = `${firstNames[(place * 7) % firstNames.length]} ${lastName}`;
    return {
      name,
      className,
      usual: 38 + ((place * 29) % 59),
      email: null,
      guardians: familyOf(100 + eldest(place), lastName),
    };
  });
}

const classes = Array.from({ length: 12 }, (_, index) => index + 1);

/** 25 students of each class in two sections, with roll numbers by name. The 31 students of the list above have an address. */
export function samplePupils(today: string): Pupil[] {
  let before = 0;
  return classes.flatMap((className) => {
    const listed = known.flatMap(([name, of, usual], index) => {
      if (of !== className) return [];
      const lastName = name.split(" ").at(-1) ?? "";
      const guardians = familyOf(index === known.length - 1 ? 0 : index, lastName);
      return [{ name, className, usual, email: `${mailbox(name)}@students.lyceum.example`, guardians }];
    });
    const more = others(className, perClass - listed.length, before);
    before += more.length;
    const all = [...listed, ...more].sort((one, other) => one.name.localeCompare(other.name, "en"));
    return all.map((pupil, index) => ({
      ...pupil,
      section: index % 2 === 0 ? ("A" as const) : ("B" as const),
      rollNo: String(Math.floor(index / 2) + 1),
      admissionNo: `LY-${className}${String(index + 1).padStart(2, "0")}`,
      bornOn: schoolDay(today, -(className + 5) * 365 - 60 - ((index * 41) % 330)),
    }));
  });
}

/** Students who have a login, in the order of the list. */
export function sampleStudents(today: string) {
  return samplePupils(today).filter((pupil): pupil is Pupil & { email: string } => pupil.email !== null);
}

/** The people in the pictures: the first student of the list, and her mother, who has two children here. */
export function firstOfSample(today: string) {
  const student = sampleStudents(today).find(({ name }) => name === known[0]?.[0]);
  const parent = student?.guardians[0];
  if (!student || !parent) throw new Error("The sample has nobody.");
  return { student, parent };
}

/** Guardians with a login: one for each listed student, and for every sixth of the others. */
export function sampleParents(today: string): (Guardian & { child: Pupil })[] {
  const chosen = samplePupils(today).filter(({ email }, index) => email !== null || index % 6 === 1);
  const parents = chosen.flatMap((child) => child.guardians.slice(0, 1).map((guardian) => ({ ...guardian, child })));
  return parents.filter(({ phone }, index) => parents.findIndex((one) => one.phone === phone) === index);
}

/** The school year of the sample: it has begun seven months ago. */
export function sampleYear(today: string, later = 0) {
  const begins = new Date(Date.UTC(Number(today.slice(0, 4)) + later, Number(today.slice(5, 7)) - 8, 1));
  const ends = new Date(Date.UTC(begins.getUTCFullYear() + 1, begins.getUTCMonth(), 0));
  const [first, last] = [begins.getUTCFullYear(), ends.getUTCFullYear()];
  const label = first === last ? String(first) : `${first}-${String(last).slice(2)}`;
  return { label, firstDay: begins.toISOString().slice(0, 10), lastDay: ends.toISOString().slice(0, 10) };
}

/** When the roster was written: on the first days of the year. */
export const rosterTime = (today: string) => moment(schoolDay(sampleYear(today).firstDay, 0), 1);
