/** The hospital's departments, each by its names in both languages. */
import { useEffect, useState } from "react";
import { readDepartments } from "./server";

/** Read once; nothing until then, or where they cannot be read: the records' own words stand there. */
export function useDepartments(): readonly Record<string, string>[] {
  const [names, setNames] = useState<readonly Record<string, string>[]>([]);
  useEffect(() => {
    readDepartments().then((those) => setNames(those.map((one) => one.name)), () => undefined);
  }, []);
  return names;
}
