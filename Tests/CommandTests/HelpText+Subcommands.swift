extension `Help of tilecut` {
    static let infoHelp = """
        OVERVIEW: Describe pyramids: kind, levels, tiles, bytes and metadata.

        No tile is read.

        Exit status: 0 success; 65 the pyramid is damaged, or the file is no pyramid;
        66 the pyramid does not exist or may not be read.

        USAGE: tilecut info <pyramid> ... [--json]

        ARGUMENTS:
          <pyramid>               The pyramids to describe: descriptors, folders or
                                  files.

        OPTIONS:
          --json                  Print a JSON object for each pyramid, one per line.
          --version               Show the version.
          -h, --help              Show help information.


        """

    static let verifyHelp = """
        OVERVIEW: Check every tile of pyramids, and list what is wrong.

        A pyramid is valid if every tile exists, can be decoded and has the right
        format and size; if tiles show the same pixels as their neighbors where they
        overlap (exactly in PNG; in other formats with a mean difference of luma of at
        most 24 of 255); and if its files agree with each other, and none is
        superfluous.

        Exit status: 0 the pyramids are valid; 65 there are issues, or the file is no
        pyramid; 66 the pyramid does not exist or may not be read; 74 an I/O error; 130
        and 143 interrupted.

        USAGE: tilecut verify <pyramid> ... [--source <image>] [--min-psnr <decibels>] [--threads <n>] [--json] [--quiet]

        ARGUMENTS:
          <pyramid>               The pyramids to check: descriptors, folders or files.

        OPTIONS:
          --source <image>        Compare every pixel with a new cut of this image, and
                                  print the similarity of each level as PSNR.
          --min-psnr <decibels>   The lowest similarity that a level may have; needs
                                  --source. (default: any)
          --threads <n>           The number of threads that read and decode. (default:
                                  one per processor)
          --json                  Print a JSON object for each pyramid, one per line,
                                  with all issues.
          -q, --quiet             Print nothing unless there are issues.
          --version               Show the version.
          -h, --help              Show help information.


        """

    static let convertHelp = """
        OVERVIEW: Convert a pyramid to another format, copying tiles where possible.

        Tiles are copied byte for byte where both pyramids have levels and tiles of the
        same sizes, overlap and format. Edge tiles whose padding changes are
        re-encoded; everything else is cut again. The summary says what was done, and
        why.

        Examples:
          tilecut convert big.dzi big.pmtiles
          tilecut convert big.dzi web/iiif --layout iiif --id https://example.org/big

        Exit status: as of cut; 65 also if the pyramid is damaged or tiles are missing.

        USAGE: tilecut convert <pyramid> <output> [<options>]

        ARGUMENTS:
          <pyramid>               The pyramid to convert: a descriptor, a folder or a
                                  file.
          <output>                The new pyramid, as --output of cut: its extension
                                  names the container.

        OUTPUT:
        \(targetOptions)

        TILES:
          --tile-size <pixels>    The width and height of a tile in pixels, 1 to 8192.
                                  (default: unchanged)
          --overlap <pixels>      Pixels shared with each neighbor. (default: unchanged
                                  where tiles can overlap, else 0)
          --levels <n>            Write only the N finest levels, 1 or more. (default:
                                  all)
          --format <format>       The format of the tiles. (default: unchanged where
                                  the container supports it) (values: jpg, png, webp,
                                  avif, jxl, jp2, jpng, ktx2)
          --quality <1-100>       The quality of re-encoded tiles, 1 (smallest) to 100
                                  (best). (default: that of JPEG tiles, else 85)
          --chroma <chroma>       Chroma subsampling of re-encoded tiles: 420 halves
                                  the resolution of color both ways, 444 keeps it.
                                  (default: that of JPEG tiles, else 420) (values: 420,
                                  444)
          --background <color>    The color beyond the image, and under transparency in
                                  formats without alpha. (default: white)

        RUNNING AND REPORTING:
          --threads <n>           The number of threads that decode and encode.
                                  (default: one per processor)
          --json                  Print each summary as a JSON object, one per line,
                                  and nothing else on standard output.
          -q, --quiet             Print only failures.
          -v, --verbose           Also print the plan, before the first tile, and
                                  progress from the beginning.
          --trace <file>          Record what each thread does and for how long, as a
                                  file that ui.perfetto.dev opens.

        OPTIONS:
          --version               Show the version.
          -h, --help              Show help information.


        """
}
