import { aurora } from "./families/aurora";
import { autumnLeaves } from "./families/autumn-leaves";
import { azulejoTiles } from "./families/azulejo-tiles";
import { balloons } from "./families/balloons";
import { bats } from "./families/bats";
import { bauhausGrid } from "./families/bauhaus-grid";
import { beach } from "./families/beach";
import { bicycleAtWall } from "./families/bicycle-at-wall";
import { birdsOnWire } from "./families/birds-on-wire";
import { bridge } from "./families/bridge";
import { butterflies } from "./families/butterflies";
import { catsOnSill } from "./families/cats-on-sill";
import { citrusSlices } from "./families/citrus-slices";
import { citySkyline } from "./families/city-skyline";
import { cobweb } from "./families/cobweb";
import { contourMap } from "./families/contour-map";
import { cutOutFinds } from "./families/cut-out-finds";
import { cutOutFruit } from "./families/cut-out-fruit";
import { cutOutThings } from "./families/cut-out-things";
import { dunes } from "./families/dunes";
import { flowerFields } from "./families/flower-fields";
import { hillTown } from "./families/hill-town";
import { houseplants } from "./families/houseplants";
import { koiPond } from "./families/koi-pond";
import { lighthouse } from "./families/lighthouse";
import { loneTree } from "./families/lone-tree";
import { marketStall } from "./families/market-stall";
import { mountains } from "./families/mountains";
import { paperCutCave } from "./families/paper-cut-cave";
import { poppyMeadow } from "./families/poppy-meadow";
import { sailing } from "./families/sailing";
import { seigaihaWaves } from "./families/seigaiha-waves";
import { snowForest } from "./families/snow-forest";
import { stillLife } from "./families/still-life";
import { sugarSkull } from "./families/sugar-skull";
import { teaCup } from "./families/tea-cup";
import { terrazzo } from "./families/terrazzo";
import { underwater } from "./families/underwater";
import { volcanoIsland } from "./families/volcano-island";
import { waterfall } from "./families/waterfall";
import type { Family } from "./family";

/** Every family of the demo collection. Its order is the order of the collection. */
export const FAMILIES: readonly Family[] = [
  loneTree,
  waterfall,
  beach,
  birdsOnWire,
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
  houseplants,
  stillLife,
  catsOnSill,
  flowerFields,
  poppyMeadow,
  citySkyline,
  bridge,
  hillTown,
  cutOutFruit,
  cutOutFinds,
  cutOutThings,
  sugarSkull,
  bats,
  cobweb,
  teaCup,
  koiPond,
  marketStall,
  bicycleAtWall,
];
