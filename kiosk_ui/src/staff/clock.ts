/** The time on the desk, and spans of it as a clock shows them. */
import { useEffect, useState } from "react";

/** The server's time in milliseconds, once a second. */
export function useNow(behind = 0): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 1000);
    return () => window.clearInterval(timer);
  }, []);
  return now + behind;
}

export function secondsSince(moment: string, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(moment)) / 1000));
}

/** 252 is "4:12", 3852 is "1:04:12". */
export function span(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
