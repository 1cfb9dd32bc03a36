import "../theme";
import "./worklist.css";
import "./print.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Desk } from "../staff/Desk";
import { WorklistPage } from "./WorklistPage";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Desk title="worklist.title" roles={["doctor", "nurse", "records_officer"]}>
        {(staff) => <WorklistPage staff={staff} />}
      </Desk>
    </StrictMode>,
  );
}
