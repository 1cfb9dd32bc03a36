/** Who speaks: three bars that rise and fall slowly, and stand still where motion is not wanted. */
export function Wave({ moving }: { moving: boolean }) {
  return (
    <svg className={moving ? "icon voice-wave voice-wave-moving" : "icon voice-wave"} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 9v6M9 5v14M14 8v8M19 10v4" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" fill="none" />
    </svg>
  );
}
