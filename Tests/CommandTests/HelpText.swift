extension `Help of tilecut` {
    /// The options for the kind of pyramid, which cut and convert share.
    static let targetOptions = """
          --layout <layout>       The files and folders of levels and tiles. deepzoom:
                                  NAME.dzi and NAME_files/. zoomify, iiif, iiif2: a
                                  folder for viewers of that format. xyz, tms, google:
                                  map tiles, all of one size. flat: only the full-size
                                  level, as NAME_COLUMN_ROW.jpg. (default: deepzoom)
                                  (values: deepzoom, zoomify, iiif, iiif2, xyz, tms,
                                  google, flat)
          --container <container> The container of the tiles. (default: by the
                                  extension of the output, else folder) (values:
                                  folder, zip, szi, mbtiles, gpkg, pmtiles, tiff)
          --rounding <rounding>   The rounding of odd sizes when they are halved.
                                  (default: as the layout requires; floor for zoomify,
                                  else ceil) (values: ceil, floor)
          --id <uri>              The URI at which an IIIF image will be served, with a
                                  manifest.json beside it. (default: the name of the
                                  pyramid)
          --center                Center the image in the grid of the google layout.
          --deduplicate           Store equal tiles of a folder once, as hard links;
                                  PMTiles, MBTiles and TIFF always store them once.
          --html                  Also write a web page that shows the pyramid from its
                                  folder.
          --title <text>          The title of the web page and the IIIF manifest;
                                  MBTiles, PMTiles and map tiles store it as their
                                  name. (default: the file's name)
          --description <text>    The description of the image, stored and shown like
                                  the title.
          --attribution <text>    Who made the image and its license, stored and shown
                                  like the title. (default on a page and in a manifest:
                                  the image's copyright notice)
          --page-url <address>    The address at which the web page will be published,
                                  for previews of links to it. (default: below --id)
          --basemap <address>     A map below and around a georeferenced image on the
                                  web page: the address of its tiles with {z}, {x} and
                                  {y}. The page then loads from that server, too.
          --basemap-attribution <text>
                                  The attribution that the basemap asks for.
          --cog                   Write a Cloud-Optimized GeoTIFF, which clients can
                                  read in parts from a web server.
          --subifds               Store the reduced images of a TIFF as SubIFDs of its
                                  one page, as in OME-TIFF, instead of as pages.
          --uncompressed          Store png tiles in a TIFF as uncompressed pixels, for
                                  readers that map the file into memory.
          --force                 Replace an existing pyramid once the new one is
                                  complete.
          --resume                Finish the pyramid of an interrupted run. A
                                  single-file container starts over.
          --sync                  Wait until all files of a folder are on the disk
                                  before it gets its name. Single files always are.
          --dry-run               Print what would be written, and write nothing.
        """

    /// The options for the cost of an image, which cut and tileview share.
    static let limitOptions = """
          --limit-pixels <n>      Refuse images of more pixels. (default: no limit for
                                  JPEG, PNG and TIFF; in proportion to the bytes of the
                                  file for formats that are decoded as a whole)
          --limit-memory <MB>     The most memory of the process that decodes such
                                  formats, in megabytes. (default: 512, and more for
                                  larger files)
          --limit-seconds <s>     The most processor time of that process in seconds.
                                  (default: 10, and more for larger files)
        """

    static let help = """
        OVERVIEW: Cut giant images into tile pyramids that viewers can zoom and pan.

        Reads JPEG, PNG, TIFF, WebP, JPEG 2000, HEIF, AVIF, JPEG XL, GIF, SVG and PDF,
        and writes all sizes of the image as small tiles. Memory follows the image's
        width, whatever its height is; JPEG XL, lossless WebP, and HEIF and AVIF
        without a grid are decoded as a whole. Many images are cut as one where a list
        says where each lies, a JSON mosaic or a VRT of GDAL, and with --mosaic. A list
        is one by its name (.json, .vrt), or by --mosaic-list. OME-Zarr is read from a
        folder, an archive or an address.

        Examples:
          tilecut big.jpg                  big.dzi and big_files/ beside the image
          tilecut big.tif -o web/map       web/map.dzi and web/map_files/
          tilecut big.tif -o big.pmtiles   one file; also .szi .zip .mbtiles .gpkg .tif
          tilecut big.tif --layout iiif    the folder big, an IIIF image
          tilecut *.jpg -o pyramids/       a pyramid for each image, in one folder
          tilecut --mosaic *.tif -o all.mbtiles  one map of many georeferenced images
          tilecut scene.tif --channels 4,3,2  bands as red, green and blue
          tilecut slide.tif -o slide.ome.zarr  stored values; also .ozx .ome.tif
          tilecut big.png --format webp --quality 90 --tile-size 512
          tilecut big.jpg --resume         continue after an interruption
          curl -s https://example.org/big.jpg | tilecut - -o big

        tilecut --version --verbose also lists the libraries with their versions.

        The subcommands info, verify and convert describe, check and convert pyramids;
        fetch keeps a region of a map for use without a network; merge makes a pyramid
        of shards that were cut with --shard. An image with the name of a subcommand is
        given with its folder: ./cut

        Exit status: 0 success; 64 invalid arguments; 65 the image is damaged,
        truncated or of an unknown format; 66 the image does not exist or may not be
        read; 69 the system refuses threads; 70 an internal error; 73 the output exists
        or cannot be created; 74 an I/O error, or the disk is full; 130 and 143
        interrupted.

        USAGE: tilecut <image> ... [--output <path>] [<options>]

        ARGUMENTS:
          <image>                 The images to cut; - reads standard input.

        OUTPUT:
          -o, --output <path>     The pyramid, or a folder for it. NAME writes NAME.dzi
                                  and NAME_files/; an extension .szi, .zip, .mbtiles,
                                  .gpkg, .pmtiles or .tif writes a single file;
                                  .ome.zarr (a folder), .ozx and .ome.tif keep stored
                                  values; - writes that of --container to standard
                                  output. An existing folder, or a path that ends in /,
                                  gets a pyramid named after the image. With several
                                  images the path is a folder, created if missing.
                                  (default: beside the image)
          --name-by <part>        The name of a pyramid that is named after its image.
                                  stem: photo.dzi. extension: photo.jpg.dzi, for images
                                  whose names differ in their extensions alone.
                                  (values: stem, extension; default: stem)
          --mosaic                Join georeferenced images to one, and cut that; later
                                  ones lie on top. Otherwise each becomes a pyramid.
          --mosaic-list <file>    Cut the images that this file lists, in JSON or as a
                                  VRT, whatever its name is. A file that is named .vrt,
                                  or .json with "mosaic", needs no option.
          --allow-files <folder>  A folder in which images of a list may lie, or below
                                  it; by default they lie in the folder of the list.
                                  May be repeated.
        \(targetOptions)
          --bounds <W,S,E,N|none> The georeferenced edges of the image: west, south,
                                  east and north; a west beyond the east crosses the
                                  180th meridian. none ignores what the image and files
                                  beside it say. (default: from GeoTIFF tags, JPEG 2000
                                  boxes, .aux.xml, or a world file with .prj)
          --srs <code>            The coordinate reference system of --bounds, or of an
                                  image that does not name its own: a code such as
                                  EPSG:25832 or ESRI:54030, well-known text, or a PROJ
                                  string. It replaces the one that the image names.
                                  (default: the image's, and EPSG:4326 of --bounds)
          --bounds-crs <epsg>     The same for --bounds in one of two systems: 4326 for
                                  degrees (WGS 84), 3857 for meters (Web Mercator).
                                  (values: 4326, 3857)
          --zoom <zoom|min-max>   The finest zoom level of map tiles, or the coarsest
                                  and the finest. (default: from the zoom at which a
                                  tile holds the image to the first that keeps its
                                  detail)

        TILES:
          --tile-size <pixels>    The width and height of a tile in pixels, 1 to 8192;
                                  of a chunk of stored values from 16. (default: 256;
                                  512 in OME-TIFF)
          --overlap <pixels>      Pixels shared with each neighbor, 0 to less than the
                                  tile size. (default: 0)
          --levels <n>            Write only the N finest levels, 1 or more. (default:
                                  all; in Deep Zoom down to 1×1 pixel)
          --format <format>       The format of the tiles. auto: png for transparent
                                  and drawn images, jpg for photographs. jpng: jpg with
                                  a lossless alpha. ktx2: uncompressed, shown without
                                  decoding. mixed: jpg for opaque tiles and png for
                                  others, in a GeoPackage alone. (default: jpg; png
                                  with --terrain-rgb) (values: jpg, png, webp, avif,
                                  jxl, jp2, jpng, ktx2, auto, mixed)
          --quality <1-100>       The quality of the tiles, 1 (smallest) to 100 (best);
                                  png and ktx2 are always lossless, jp2 at 100.
                                  (default: 85)
          --lossless <when>       Cut the full-size level out of a JPEG, or copy the
                                  tiles of a TIFF, without re-encoding; --quality then
                                  applies to the coarser levels only. auto: where
                                  possible. require: fail where it is not. (values:
                                  auto, never, require; default: auto)
          --reuse-levels          Take levels from reduced images of the same size in
                                  the file, as slides have them, instead of
                                  downsampling.
          --optimize-huffman      Optimize the Huffman tables of losslessly cut tiles:
                                  a few percent smaller, but slower.
          --chroma <chroma>       Chroma subsampling: 420 halves the resolution of
                                  color both ways; 444 keeps it, for text and line art.
                                  (values: 420, 444; default: 420)
          --background <color>    The color under transparency in formats without
                                  alpha: #RRGGBB, #RGB or a CSS name. (default: white)
          --skip-blank [<tolerance>]
                                  Leave out tiles whose samples differ from the
                                  background by at most this much, on a scale of 0 to
                                  255. (default as flag: 5)
          --metadata <metadata>   The metadata in every tile. keep: the EXIF of the
                                  image, GPS position included. (values: none, keep;
                                  default: none)

        STORED VALUES:
        \(valueOptions)

        READING THE IMAGE:
          --page <n>              The page of a TIFF or PDF, counted from 1. (default:
                                  1)
          --dpi <n>               The resolution at which SVG and PDF are rendered, in
                                  dots per inch. (default: 96 for SVG, its own size in
                                  pixels; 300 for PDF)
          --range <range>         The sample values that become black and white. auto:
                                  the range that the file declares, else the minimum
                                  and maximum of floating-point samples; of channels
                                  percentiles 0.1 and 99.9 of the first section and
                                  time, and of red, green and blue bands one range for
                                  all, from the lowest percentile 2 to the highest 98.
                                  full: the whole range of the sample type. file: what
                                  the file says of each channel. p2,p98: percentiles of
                                  the values. One for each channel, with semicolons
                                  between them, such as 0,3000;p2,p98. (default: auto)
          --nodata <value|none>   The value of invalid pixels, which become
                                  transparent: those whose samples all have it. It
                                  replaces the file's own value and its mask. none: all
                                  pixels are valid. (default: what the file says)
          --depth <bits>          Bits per sample of the tiles; 16 needs --format png.
                                  (values: 8, 16; default: 8)
          --no-autorotate         Ignore the EXIF orientation and leave the image as it
                                  is stored.
          --keep-profile          Embed the image's color profile in every tile instead
                                  of converting to sRGB.
          --allow-truncated       Cut the readable part of a truncated or damaged
                                  image, with a warning.
          --allow-loss <validity|place|color>
                                  Go on, with a warning, where a statement of the file
                                  cannot be read and its pixels or its place may come
                                  out wrong: which pixels are valid, where the image
                                  lies, or which colors samples stand for. May be
                                  repeated. (values: validity, place, color)
        \(limitOptions)

        CHANNELS:
        \(channelOptions)

        CUTTING IN PARTS:
          --shard <i/n>           Cut only part I of N, from 1 to N, into the file
                                  OUTPUT.shard-I-of-N; merge makes the pyramid of all.
          --shards <n>            With --dry-run: print how the work is divided into N
                                  shards.
          --shard-levels <n>      The levels of which shards make tiles, beside full
                                  size; merge makes the others. (default: up to 6)

        NETWORK:
          --header <name: value>  Send this header to the server of an address, such as
                                  "Authorization: Bearer …"; repeat it for more.
          --netrc                 Take names and passwords for servers from ~/.netrc.
          --allow-host <host>     Let the server of an address refer and redirect to
                                  this host, or host:port; repeat it for more.

        RUNNING AND REPORTING:
          --threads <n>           The number of threads that decode and encode.
                                  (default: one per processor)
          --json                  Print each summary as a JSON object, one per line,
                                  and nothing else on standard output.
          -q, --quiet             Print only failures and warnings.
          -v, --verbose           Also print the plan, before the first tile, and
                                  progress from the beginning.
          --trace <file>          Record what each thread does and for how long, as a
                                  file that ui.perfetto.dev opens.

        OPTIONS:
          --version               Show the version.
          -h, --help              Show help information.

        SUBCOMMANDS:
          cut                     Cut images into tile pyramids (the default).
          info                    Describe pyramids and images: kind, levels, tiles,
                                  bytes and metadata.
          verify                  Check every tile of pyramids, and list what is wrong.
          convert                 Convert a pyramid to another format, copying tiles
                                  where possible.
          fetch                   Fetch a region of a map as a file, to be used without
                                  a network.
          merge                   Merge the shards of a pyramid that was cut in parts,
                                  or two pyramids.

          See 'tilecut help <subcommand>' for detailed help.

        """
}
