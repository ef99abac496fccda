extension `Help of tilecut` {
    static let convertHelp = """
        OVERVIEW: Convert a pyramid to another format, copying tiles where possible.

        Tiles are copied byte for byte where both pyramids have levels and tiles of the
        same sizes, overlap and format. Edge tiles whose padding changes are
        re-encoded; everything else is cut again. The summary says what was done, and
        why.

        OME-Zarr and OME-TIFF keep stored values: of all channels where the output is
        one of them. To other outputs, an OME-Zarr is cut as an image is.

        Examples:
          tilecut convert big.dzi big.pmtiles
          tilecut convert big.dzi web/big --layout iiif --id https://example.org/big
          tilecut convert slide.ome.tif slide.ome.zarr

        Exit status: as of cut; 65 also if the pyramid is damaged or tiles are missing.

        USAGE: tilecut convert <pyramid> <output> [<options>]

        ARGUMENTS:
          <pyramid>               The pyramid to convert: a descriptor, a folder, a
                                  file or an address.
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
          --allow-loss <validity|place|color>
                                  Make pyramids of files whose place cannot be read,
                                  without it, and warn. May be repeated. (values:
                                  validity, place, color)

        STORED VALUES:
        \(valueOptions)

        NETWORK:
          --header <name: value>  Send this header to the server of an address, such as
                                  "Authorization: Bearer …"; repeat it for more.
          --netrc                 Take names and passwords for servers from ~/.netrc.
          --allow-host <host>     Let the server of an address refer and redirect to
                                  this host, or host:port; repeat it for more.
          --zoom <first-last>     The zooms of map tiles for which the server has no
                                  description, 0 to 30. (default: 0-19)

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


        """
}
