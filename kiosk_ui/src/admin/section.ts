/** Which section is open: the last part of the address, so that it survives a reload. */
import { useCallback, useEffect, useState } from "react";

const inAddress = () => location.pathname.split("/")[2] ?? "";

export function useSection(): [string, (section: string) => void] {
  const [section, setSection] = useState(inAddress);
  useEffect(() => {
    const moved = () => setSection(inAddress());
    window.addEventListener("popstate", moved);
    return () => window.removeEventListener("popstate", moved);
  }, []);
  const go = useCallback((to: string) => {
    history.pushState(null, "", `/admin/${to}`);
    setSection(to);
  }, []);
  return [section, go];
}
