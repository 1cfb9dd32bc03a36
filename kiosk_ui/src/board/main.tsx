import "../theme";
import "./board.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Desk } from "../staff/Desk";
import { BoardPage } from "./BoardPage";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Desk title="board.title" doorNote="board.sound.door" roles={["nurse"]} watched>
        {(staff) => <BoardPage staff={staff} />}
      </Desk>
    </StrictMode>,
  );
}
