/** Where the focus goes when something that was opened is closed again. */
import { useLayoutEffect } from "react";

/** Back to what was pressed to open it; to the page's heading where that is gone. */
export function useFocusComesBack(): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      window.requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        const to = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : null;
        (to ?? document.querySelector<HTMLElement>(".admin-main h1"))?.focus();
      });
    };
  }, []);
}
