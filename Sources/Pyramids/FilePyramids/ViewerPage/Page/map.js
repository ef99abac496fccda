// ---- Maps: coordinates, lengths on the ground, and a basemap

// `pyramid.map` has the offset of the image in the world's full-size pixels, and the world's side.
const map = pyramid.map, basemap = map && pyramid.basemap;
const equator = 2 * Math.PI * 6378137;
// The finest zoom of a basemap.
const basemapZooms = 19;

const latitude = y => Math.atan(Math.sinh(Math.PI * (1 - 2 * (y + map.y) / map.side)));

// The meters of a full-size pixel, at the center of the view; 0 if unknown.
function metersPerPixel() {
  if (map) return equator / map.side * Math.cos(latitude(view.y));
  return (pyramid.microns ?? 0) / 1e6;
}

// Where the pointer was seen last.
let hovered = null;

function showCoordinates(position) {
  const output = element("coordinates");
  hovered = position;
  if (!map || !position) return;
  const x = view.x + (position.x - canvas.width / 2) / view.scale, y = view.y + (position.y - canvas.height / 2) / view.scale;
  const turns = (x + map.x) / map.side, longitude = (turns - Math.floor(turns)) * 360 - 180;
  const degrees = latitude(y) * 180 / Math.PI;
  // As many digits as the screen resolves.
  const digits = limited(Math.ceil(Math.log10(map.side * view.scale / 360)), 0, 7);
  const text = (value, positive, negative) => `${Math.abs(value).toFixed(digits)}° ${value < 0 ? negative : positive}`;
  output.textContent = `${text(degrees, "N", "S")}  ${text(longitude, "E", "W")}`;
  output.hidden = false;
}

const base = element("base"), baseContext = base.getContext("2d");
base.hidden = !basemap;

const basemapAddress = (zoom, column, row) =>
  basemap.replace("{z}", zoom).replace("{x}", column).replace("{y}", row).replace("{s}", "a")
    .replace("{r}", density > 1.5 ? "@2x" : "");

// Draws the tiles of the basemap below the image; returns whether any is fading in.
function drawBasemap(now, missing) {
  if (base.width !== canvas.width) base.width = canvas.width;
  if (base.height !== canvas.height) base.height = canvas.height;
  baseContext.clearRect(0, 0, base.width, base.height);
  const side = map.side * view.scale;
  const zoom = limited(Math.round(Math.log2(side / 256 / density)), 0, basemapZooms), count = 2 ** zoom, step = side / count;
  const left = canvas.width / 2 - (view.x + map.x) * view.scale, top = canvas.height / 2 - (view.y + map.y) * view.scale;
  let isFading = false;
  for (let row = Math.max(0, Math.floor(-top / step)); row < count && top + row * step < base.height; row += 1) {
    for (let column = Math.floor(-left / step); left + column * step < base.width; column += 1) {
      const x = Math.round(left + column * step), y = Math.round(top + row * step);
      const right = Math.round(left + (column + 1) * step), bottom = Math.round(top + (row + 1) * step);
      const drawn = basemapTile(zoom, ((column % count) + count) % count, row, now, missing);
      // Coarser tiles first, until the right one is opaque.
      for (const { image, x: sourceX, y: sourceY, side: part, alpha } of drawn) {
        const width = image.naturalWidth, height = image.naturalHeight;
        if (alpha < 1) isFading = true;
        baseContext.globalAlpha = alpha;
        baseContext.drawImage(
          image, sourceX * width, sourceY * height, part * width, part * height, x, y, right - x, bottom - y);
      }
      baseContext.globalAlpha = 1;
    }
  }
  return isFading;
}

// The images that cover a tile of the basemap, the coarsest first, each with the part of it that does.
function basemapTile(zoom, column, row, now, missing) {
  const found = [];
  for (let up = 0; up <= Math.min(zoom, 6); up += 1) {
    const parts = 2 ** up, name = basemapAddress(zoom - up, Math.floor(column / parts), Math.floor(row / parts));
    const entry = entryOf(name);
    if (!entry && (up === 0 || up === 3)) missing.push({ name, isBasemap: true, order: (up === 0 ? 1.5 : 0.5) * 1e12 });
    if (!entry?.image) continue;
    const alpha = up === 0 ? opacity(entry, now) : 1;
    found.unshift({ image: entry.image, x: column % parts / parts, y: row % parts / parts, side: 1 / parts, alpha });
    if (alpha === 1) break;
  }
  return found;
}

addEventListener("online", forgetMissing);

// ---- A coarse image, which a server shows until it has all pixels

async function lookForPixels(seconds) {
  // Tiles that were not there yet are requested again.
  forgetMissing();
  // Written so that the script itself does not contain it.
  const mark = `"isCoarse":${true}`;
  const page = await fetch(location.href, { cache: "no-cache" })
    .then(answer => answer.ok ? answer.text() : mark).catch(() => mark);
  // The view is in the address, so that it stays.
  if (!page.includes(mark)) location.reload();
  else setTimeout(lookForPixels, 1000 * seconds, Math.min(30, 1.5 * seconds));
}

if (pyramid.isCoarse) setTimeout(lookForPixels, 2000, 3);
