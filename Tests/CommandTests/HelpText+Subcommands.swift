extension `Help of tilecut` {
    static let infoHelp = """
        OVERVIEW: Say what a pyramid is: its kind, levels, tiles, bytes and metadata.

        No tile is read. Exit status: 0 all went well; 65 damaged, or no pyramid; 66 no
        such pyramid, or it may not be read.

        USAGE: tilecut info <pyramid> ... [--json]

        ARGUMENTS:
          <pyramid>               Pyramids: a descriptor, a folder or a file.

        OPTIONS:
          --json                  Print a JSON object for each, one a line.
          --version               Show the version.
          -h, --help              Show help information.


        """

    static let verifyHelp = """
        OVERVIEW: Look at every tile of a pyramid and say what is wrong.

        A pyramid is whole when every tile is there and can be decoded, has the right
        format and size, and shows the same as its neighbors where they overlap
        (exactly in PNG; elsewhere lightness may differ by 24 steps of 255 in the
        mean), when no file belongs to nothing, and when its files agree with each
        other.

        Exit status: 0 whole; 65 not whole, or no pyramid; 66 no such pyramid, or it
        may not be read; 74 reading failed; 130 and 143 interrupted.

        USAGE: tilecut verify <pyramid> ... [--source <image>] [--min-psnr <decibels>] [--threads <n>] [--json] [--quiet]

        ARGUMENTS:
          <pyramid>               Pyramids: a descriptor, a folder or a file.

        OPTIONS:
          --source <image>        Compare every pixel with what cutting this image
                                  would give, and say how like each level is (PSNR).
          --min-psnr <decibels>   With --source, the least likeness of a whole
                                  pyramid's levels. (default: any)
          --threads <n>           Threads that read and decode. (default: one for each
                                  processor)
          --json                  Print a JSON object for each, one a line, with every
                                  flaw.
          -q, --quiet             Say nothing unless something is wrong.
          --version               Show the version.
          -h, --help              Show help information.


        """

    static let convertHelp = """
        OVERVIEW: Turn a pyramid into one of another kind, tiles unchanged where that
        is possible.

        Tiles are copied as they are where levels and tiles have the same sizes,
        overlap and format in both. Tiles at the edges that are stored in another size
        are encoded alone; everything else is cut again. What was done, and why, is
        told at the end.

        Examples:
          tilecut convert big.dzi big.pmtiles
          tilecut convert big.dzi web/iiif --layout iiif --id https://example.org/big

        Exit status: that of cutting; 65 also when the pyramid is damaged or tiles are
        missing.

        USAGE: tilecut convert <pyramid> <output> [<options>]

        ARGUMENTS:
          <pyramid>               A pyramid: a descriptor, a folder or a file.
          <output>                Where to write, as --output of cut: its ending says
                                  what the files are kept in.

        OUTPUT:
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

        TILES:
          --tile-size <pixels>    The side of a tile in pixels, 1 to 8192. (default: as
                                  it is)
          --overlap <pixels>      Pixels shared with each neighbor. (default: as it is,
                                  where tiles can overlap)
          --levels <n>            Write the N finest levels only, 1 or more. (default:
                                  all)
          --format <format>       The tiles' format. (default: as it is, where that can
                                  be kept) (values: jpg, png, webp, avif, jxl)
          --quality <1-100>       Of tiles that are encoded anew: 1 (smallest) to 100
                                  (best). (default: as it is in JPEGs, else 85)
          --chroma <chroma>       Resolution of color in tiles that are encoded anew:
                                  420 halves it both ways, 444 keeps it. (default: as
                                  it is in JPEGs, else 420) (values: 420, 444)
          --background <color>    Color beyond the picture and under transparency where
                                  tiles have none. (default: white)

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


        """
}
