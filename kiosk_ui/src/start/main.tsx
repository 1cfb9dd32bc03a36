import "../theme";
import "./start.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Desk } from "../staff/Desk";
import { StartPage } from "./StartPage";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Desk title="start.title" roles={["nurse", "doctor", "records_officer", "manager", "admin"]}>
        {(staff) => <StartPage staff={staff} />}
      </Desk>
    </StrictMode>,
  );
}
