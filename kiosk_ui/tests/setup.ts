import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// Not a promise of speed: two cores are shared with everything else `make test` starts.
configure({ asyncUtilTimeout: 5_000 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  localStorage.clear();
});
