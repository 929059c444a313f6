import "server-only";
import { aurora } from "./families/aurora";
import { autumnLeaves } from "./families/autumn-leaves";
import { azulejoTiles } from "./families/azulejo-tiles";
import { balloons } from "./families/balloons";
import { bauhausGrid } from "./families/bauhaus-grid";
import { butterflies } from "./families/butterflies";
import { citrusSlices } from "./families/citrus-slices";
import { contourMap } from "./families/contour-map";
import { dunes } from "./families/dunes";
import { lighthouse } from "./families/lighthouse";
import { mountains } from "./families/mountains";
import { paperCutCave } from "./families/paper-cut-cave";
import { sailing } from "./families/sailing";
import { seigaihaWaves } from "./families/seigaiha-waves";
import { snowForest } from "./families/snow-forest";
import { terrazzo } from "./families/terrazzo";
import { underwater } from "./families/underwater";
import { volcanoIsland } from "./families/volcano-island";
import type { Family } from "./family";

/** Every family of the demo collection. Its order is the order of the collection. */
export const FAMILIES: readonly Family[] = [
  underwater,
  balloons,
  volcanoIsland,
  dunes,
  snowForest,
  aurora,
  sailing,
  lighthouse,
  mountains,
  paperCutCave,
  seigaihaWaves,
  bauhausGrid,
  citrusSlices,
  butterflies,
  autumnLeaves,
  terrazzo,
  azulejoTiles,
  contourMap,
];
