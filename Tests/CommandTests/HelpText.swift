extension `Help of tilecut` {
    static let help = """
        OVERVIEW: Cut giant images into tile pyramids that viewers can zoom and pan.

        Reads JPEG, PNG, TIFF, WebP, JPEG 2000, HEIF, AVIF, JPEG XL, GIF, SVG and PDF
        as a stream, in memory that does not grow with the image's height, and writes
        every size of the picture as small tiles.

        Examples:
          tilecut big.jpg                  makes big.dzi and big_files/ beside it
          tilecut big.tif -o web/map       makes web/map.dzi and web/map_files/
          tilecut big.tif -o big.pmtiles   one file: also .szi .zip .mbtiles .tif
          tilecut big.tif --layout iiif    makes the folder big, an IIIF image
          tilecut *.jpg -o pyramids/       one pyramid for each image, in a folder
          tilecut big.png --format webp --quality 90 --tile-size 512
          tilecut big.jpg --resume         goes on after an interruption
          curl -s https://example.org/big.jpg | tilecut - -o big

        tilecut info, verify and convert say what a pyramid is, whether it is whole,
        and turn it into one of another kind. A file that is named like a subcommand is
        given with its folder: ./cut

        Exit status: 0 all went well; 64 arguments that make no sense; 65 damaged,
        truncated or unknown image; 66 no such image, or it may not be read; 70 a
        mistake of ours; 73 the output exists or cannot be made; 74 reading or writing
        failed, or the disk is full; 130 and 143 interrupted.

        USAGE: tilecut <image> ... [--output <path>] [<options>]

        ARGUMENTS:
          <image>                 The images to cut; - reads standard input.

        OUTPUT:
          -o, --output <path>     Where to write: "p" makes p.dzi and p_files/,
                                  "p.pmtiles" one file: .szi .zip .mbtiles .pmtiles
                                  .tif; a folder, or a path ending in /, takes the
                                  pyramid by the image's name. With several images it
                                  is a folder and is made if missing. (default: beside
                                  the image)
          --layout <layout>       How levels and tiles are named. deepzoom: NAME.dzi
                                  and NAME_files/. zoomify, iiif, iiif2: folders for
                                  the viewers of these. xyz, tms, google: tiles of one
                                  size, as of maps. flat: the full size only, as
                                  NAME_COLUMN_ROW.jpg side by side. (default: deepzoom)
                                  (values: deepzoom, zoomify, iiif, iiif2, xyz, tms,
                                  google, flat)
          --container <container> What the files are kept in. (default: what the
                                  output's ending says, else a folder) (values: folder,
                                  zip, szi, mbtiles, pmtiles, tiff)
          --rounding <rounding>   How odd sizes are halved. (default: what readers of
                                  the layout expect; floor for zoomify, else ceil)
                                  (values: ceil, floor)
          --id <uri>              The address at which an IIIF image will be served,
                                  written as it stands. (default: its name)
          --center                Put the picture in the middle of the google layout's
                                  grid.
          --link-equal            Let equal tiles in a folder be one file with several
                                  names; PMTiles, MBTiles and TIFF always do so.
          --html                  Write a web page too that shows the pyramid from its
                                  folder.
          --cog                   Lay a TIFF out so that it can be read in parts from a
                                  web server (Cloud-Optimized GeoTIFF).
          --subifds               Let the reduced images of a TIFF belong to its one
                                  page, as in OME-TIFF, instead of being pages.
          --uncompressed          Keep the pixels of png tiles in a TIFF as they are,
                                  for readers that map the file into memory.
          --force                 Replace an existing pyramid once the new one is
                                  complete.
          --resume                Finish a pyramid that an interrupted run has begun.
                                  One-file containers begin anew: they leave nothing.
          --dry-run               Say what would be written, and write nothing.
          --skip-blank [<steps>]  Leave tiles out that differ from the background by so
                                  many steps of 255 at most. (default as flag: 5)
          --bounds <W,S,E,N|none> The picture's edges on the Earth: puts map tiles in
                                  their place. none leaves a GeoTIFF's out. (default:
                                  those of a GeoTIFF)
          --bounds-crs <epsg>     What --bounds are: degrees (4326), or meters of Web
                                  Mercator. (values: 4326, 3857; default: 4326)
          --zoom <zoom|min-max>   The finest zoom of map tiles, or the coarsest and the
                                  finest. (default: from one tile to full size)

        TILES:
          --tile-size <pixels>    The side of a tile in pixels, 1 to 8192. (default:
                                  256)
          --overlap <pixels>      Pixels shared with each neighbor, 0 to less than the
                                  tile size. (default: 0)
          --levels <n>            Write the N finest levels only, 1 or more. (default:
                                  all, in Deep Zoom down to 1×1 pixel)
          --format <format>       auto looks at the picture: transparent or drawn
                                  becomes png, photographs jpg. (values: jpg, png,
                                  webp, avif, jxl, auto; default: jpg)
          --quality <1-100>       1 (smallest) to 100 (best); png is always exact.
                                  (default: 85)
          --lossless <when>       Cut the full size out of a JPEG, or copy a TIFF's
                                  tiles, without encoding them anew: nothing is lost,
                                  and --quality is that of the smaller levels. auto
                                  does so where it is possible, require fails where it
                                  is not. (values: auto, never, require; default: auto)
          --reuse-levels          Make levels from pictures of just their size that the
                                  file has, as slides do, and not from finer levels.
          --optimize-huffman      Give tiles that are cut without loss Huffman tables
                                  of their own: a few percent smaller, slower.
          --chroma <chroma>       Resolution of color: 420 halves it both ways, 444
                                  keeps it, for text and line art. (values: 420, 444;
                                  default: 420)
          --background <color>    Color under transparency where tiles have none:
                                  #RRGGBB, #RGB or a CSS name. (default: white)
          --metadata <metadata>   keep writes EXIF, position included, into every tile.
                                  (values: none, keep; default: none)

        READING THE IMAGE:
          --page <n>              The page of a TIFF or PDF, from 1. (default: 1)
          --dpi <n>               Dots per inch at which SVG and PDF are drawn.
                                  (default: 300)
          --range <auto|full|min,max>
                                  Which samples become black and white: auto is what
                                  the file declares (for floats else its minimum and
                                  maximum), full all that the type holds. (default:
                                  auto)
          --depth <bits>          Bits a sample in the tiles, 8 or 16; 16 needs
                                  --format png. (values: 8, 16; default: 8)
          --no-autorotate         Leave the image as it is stored, whatever its EXIF
                                  orientation says.
          --keep-profile          Embed the image's color profile in every tile instead
                                  of converting to sRGB.
          --allow-truncated       Cut what there is of a truncated or damaged image,
                                  and warn.

        RUNNING AND REPORTING:
          --threads <n>           Threads that decode and encode. (default: one for
                                  each processor)
          --json                  Print each summary as a JSON object, one a line, and
                                  nothing else on standard output.
          -q, --quiet             Say nothing unless something fails.
          -v, --verbose           Say what is going to be done, too.

        OPTIONS:
          --version               Show the version.
          -h, --help              Show help information.

        SUBCOMMANDS:
          cut                     Cut images into tile pyramids; what tilecut does
                                  without a subcommand.
          info                    Say what a pyramid is: its kind, levels, tiles, bytes
                                  and metadata.
          verify                  Look at every tile of a pyramid and say what is wrong.
          convert                 Turn a pyramid into one of another kind, tiles
                                  unchanged where that is possible.

          See 'tilecut help <subcommand>' for detailed help.

        """
}
