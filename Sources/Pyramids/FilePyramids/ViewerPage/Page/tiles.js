// ---- Tiles: their addresses, and the images that are kept

// `pyramid` has the levels from the coarsest to full size. `first` is the column and row of a level's first tile in file
// names, `inset` the offset of the image inside it, `start` the number of tiles in coarser levels, `around` the number of
// columns after which they begin again, if the map crosses the 180th meridian.

// The most requests at a time, and the most pixels of the images that are kept: 256 MB. Images in view are kept in any case.
const requestLimit = 8, keptPixels = 64e6;
// The milliseconds in which a tile fades in.
const fadeDuration = 180;

const columnOf = (level, column) => (column + level.first[0]) % (level.around || Infinity);
const tileNames = {
  deepzoom: (level, column, row) => `${level.number}/${column}_${row}`,
  zoomify: (level, column, row) =>
    `TileGroup${Math.floor((level.start + row * level.columns + column) / 256)}/${level.number}-${column}-${row}`,
  xyz: (level, column, row) => `${level.number}/${columnOf(level, column)}/${row + level.first[1]}`,
  google: (level, column, row) => `${level.number}/${row + level.first[1]}/${columnOf(level, column)}`,
  // Rows are counted from the bottom.
  tms: (level, column, row) => `${level.number}/${columnOf(level, column)}/${level.lastRow - row}`,
  iiif: (level, column, row) => iiifName(level, column, row, "max", (width, height) => `${width},${height}`),
  iiif2: (level, column, row) => iiifName(level, column, row, "full", width => `${width},`),
};

function iiifName(level, column, row, whole, sizeText) {
  const side = level.tile * level.factor, x = column * side, y = row * side;
  const width = Math.min(side, pyramid.width - x), height = Math.min(side, pyramid.height - y);
  const isWhole = width === pyramid.width && height === pyramid.height;
  const region = isWhole ? "full" : `${x},${y},${width},${height}`;
  const size = isWhole && level.factor === 1
    ? whole : sizeText(Math.ceil(width / level.factor), Math.ceil(height / level.factor));
  return `${region}/${size}/0/default`;
}

function address(level, column, row) {
  // An address is encoded already.
  const folder = pyramid.address ?? pyramid.folder.split("/").map(encodeURIComponent).join("/");
  return `${folder}${tileNames[pyramid.layout](level, column, row)}.${pyramid.extension}${pyramid.query ?? ""}`;
}

// Images by their address, the least recently used first. An entry without an image is being loaded, or missing.
const images = new Map();
let requests = 0, pixelsKept = 0, frames = 0;
// The addresses that the current frame lacks, the most urgent first.
let requestQueue = [];

function entryOf(name) {
  const entry = images.get(name);
  if (!entry) return null;
  entry.frame = frames;
  images.delete(name);
  images.set(name, entry);
  return entry;
}

// The opacity of an image: it rises from 0 to 1 while a tile fades in.
const opacity = (entry, now) => reducedMotion.matches ? 1 : Math.min(1, (now - entry.shownSince) / fadeDuration);

function loadMore() {
  while (requests < requestLimit && requestQueue.length > 0) {
    const { name, isBasemap } = requestQueue.shift();
    if (images.has(name)) continue;
    const entry = { name, isBasemap, image: null, isLoading: true, frame: frames, pixels: 0 };
    images.set(name, entry);
    requests += 1;
    const image = new Image();
    const end = () => {
      requests -= 1;
      entry.isLoading = false;
      // A missing tile is covered by coarser ones.
      if (image.naturalWidth > 0) {
        entry.image = image;
        entry.pixels = image.naturalWidth * image.naturalHeight;
        entry.shownSince = performance.now();
        pixelsKept += entry.pixels;
        hasTile ||= !isBasemap;
      }
      redraw();
      loadMore();
      reportMissing();
    };
    image.src = name;
    // Decoded away from the main thread.
    image.decode().then(end, end);
  }
  for (const [name, entry] of images) {
    if (pixelsKept <= keptPixels && images.size <= 4000) break;
    if (entry.isLoading || entry.frame >= frames - 1) continue;
    pixelsKept -= entry.pixels;
    images.delete(name);
  }
}

// Whether a tile has ever arrived; then the ones that fail are single ones.
let hasTile = false;

// Says that all tiles are missing, once none is awaited any more. A server that has no pixels yet is asked again.
function reportMissing() {
  const isAwaited = item => !item.isBasemap && item.isLoading !== false;
  const isMissing = !hasTile && !pyramid.isCoarse && ![...requestQueue, ...images.values()].some(isAwaited);
  if (isMissing === element("missing").childElementCount > 0) return;
  const text = document.createElement("p");
  text.className = "panel";
  text.textContent = missingText();
  element("missing").replaceChildren(...isMissing ? [text] : []);
}

function missingText() {
  if (pyramid.address) return "The tiles cannot be loaded: the server does not answer, or has none.";
  const first = tileNames[pyramid.layout](pyramid.levels[wholeLevel], 0, 0).split("/")[0];
  const folder = pyramid.folder.slice(0, -1);
  const folders = folder ? `the folder ${folder}` : `their folders, such as ${first},`;
  return `The tiles are missing: ${folders} must lie beside this page.`;
}

function forgetMissing() {
  for (const [name, entry] of images) if (!entry.isLoading && !entry.image) images.delete(name);
  redraw();
}
