/** The whole kiosk on a fake server, as a person meets it. */
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Kiosk } from "../../src/kiosk/Kiosk";
import type { Session } from "../../src/api/kiosk";
import { aSession, FakeServer } from "./fakeServer";

export async function openKiosk(server = new FakeServer()) {
  const user = userEvent.setup();
  render(<Kiosk />);
  await screen.findAllByRole("heading");
  return { server, user };
}

/** A kiosk in the middle of a session, as after the browser was closed and opened again. */
export async function kioskIn(parts: Partial<Session>) {
  const server = new FakeServer();
  server.session = aSession(parts);
  sessionStorage.setItem("frontdesk.session", "s1");
  const user = userEvent.setup();
  render(<Kiosk />);
  await act(async () => new Promise((resolve) => setTimeout(resolve, 30)));
  return { server, user };
}

export const button = (name: string | RegExp) => screen.getByRole("button", { name });
