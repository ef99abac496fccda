extension `Help of tilecut` {
    static let infoHelp = """
        OVERVIEW: Describe pyramids and images: kind, levels, tiles, bytes and
        metadata.

        No tile and no pixel is read. Of an image, this prints its size, pages,
        samples, color profile, EXIF orientation, nodata value, mask, channels,
        coordinate system and bounds. Of an OME-Zarr, this prints its levels, chunks,
        codecs and channels.

        Exit status: 0 success; 65 the file is damaged, or neither a pyramid nor an
        image; 66 it does not exist or may not be read.

        USAGE: tilecut info <pyramid> ... [--json] [--allow-files <folder> ...] [--header <name: value> ...] [--netrc] [--allow-host <host> ...] [--zoom <first-last>]

        ARGUMENTS:
          <pyramid>               The pyramids and images to describe: descriptors,
                                  folders, files or addresses.

        NETWORK:
          --header <name: value>  Send this header to the server of an address, such as
                                  "Authorization: Bearer …"; repeat it for more.
          --netrc                 Take names and passwords for servers from ~/.netrc.
          --allow-host <host>     Let the server of an address refer and redirect to
                                  this host, or host:port; repeat it for more.
          --zoom <first-last>     The zooms of map tiles for which the server has no
                                  description, 0 to 30. (default: 0-19)

        OPTIONS:
          --json                  Print a JSON object for each pyramid or image, one
                                  per line.
          --allow-files <folder>  A folder in which images of a list may lie, or below
                                  it; by default they lie in the folder of the list.
                                  May be repeated.
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

        Of an OME-Zarr, or an OME-TIFF by its name, every chunk is decoded. With
        --source, all values of full size have to be equal to those of the image.

        An image of many channels is compared in the colors of the pyramid: repeat the
        options for channels and --range with which it was cut. Without them the
        channels are chosen automatically, and the report names them.

        Exit status: 0 the pyramids are valid; 65 there are issues, or the file is not
        a pyramid; 66 the pyramid does not exist or may not be read; 74 an I/O error;
        130 and 143 interrupted.

        USAGE: tilecut verify <pyramid> ... [<options>]

        ARGUMENTS:
          <pyramid>               The pyramids to check: descriptors, folders, files or
                                  addresses.

        CHANNELS:
        \(channelOptions)

        NETWORK:
          --header <name: value>  Send this header to the server of an address, such as
                                  "Authorization: Bearer …"; repeat it for more.
          --netrc                 Take names and passwords for servers from ~/.netrc.
          --allow-host <host>     Let the server of an address refer and redirect to
                                  this host, or host:port; repeat it for more.
          --zoom <first-last>     The zooms of map tiles for which the server has no
                                  description, 0 to 30. (default: 0-19)

        OPTIONS:
          --source <image>        Compare every pixel with a new cut of this image, and
                                  print the similarity of each level as PSNR.
          --range <range>         With --source: the sample values that became black
                                  and white, as they were given when the pyramid was
                                  cut. (default: auto)
          --allow-files <folder>  A folder in which images of a list may lie, or below
                                  it; by default they lie in the folder of the list.
                                  May be repeated.
          --min-psnr <decibels>   The lowest similarity that a level may have; needs
                                  --source. JPEG of quality 90 has 35 to 50. (default:
                                  20 of the finest level, any of others)
          --threads <n>           The number of threads that read and decode. (default:
                                  one per processor)
          --json                  Print a JSON object for each pyramid, one per line,
                                  with all issues.
          -q, --quiet             Print nothing unless there are issues.
          --version               Show the version.
          -h, --help              Show help information.


        """

    static let fetchHelp = """
        OVERVIEW: Fetch a region of a map as a file, to be used without a network.

        The tiles that touch the region are requested, 2 a second, and written to one
        file that viewers open. An interrupted run is continued by the same command;
        until the end, tiles are kept in OUTPUT.fetch.

        Ask the owner of the server first: many do not permit it. Servers of
        openstreetmap.org, openstreetmap.de, openstreetmap.fr, opentopomap.org,
        google.com, googleapis.com, virtualearth.net, arcgisonline.com, mapbox.com are
        refused, as their terms demand, unless you have a permission.

        Examples:
          tilecut fetch https://example.org/map.json --region 8.4,47.3,8.7,47.5 --zoom
        0-14 -o zurich.pmtiles
          tilecut fetch world.pmtiles --region 8.4,47.3,8.7,47.5 --rate 0 -o
        zurich.mbtiles

        Exit status: as of cut.

        USAGE: tilecut fetch <map> --region <W,S,E,N> --output <path> [<options>]

        ARGUMENTS:
          <map>                   The map: an address, a template of addresses, or a
                                  file.

        NETWORK:
          --header <name: value>  Send this header to the server of an address, such as
                                  "Authorization: Bearer …"; repeat it for more.
          --netrc                 Take names and passwords for servers from ~/.netrc.
          --allow-host <host>     Let the server of an address refer and redirect to
                                  this host, or host:port; repeat it for more.

        RUNNING AND REPORTING:
          --json                  Print the summary as a JSON object.
          -q, --quiet             Print only failures and warnings.
          -v, --verbose           Show progress from the beginning.

        OPTIONS:
          --region <W,S,E,N>      The edges of the region in degrees; a west beyond the
                                  east crosses the 180th meridian.
          -o, --output <path>     The new file, NAME.pmtiles, NAME.mbtiles or
                                  NAME.gpkg, or a folder for z/x/y.
          --zoom <zoom|first-last>
                                  The zooms to fetch. (default: all of the map)
          --rate <n>              The most requests a second; 0 for no limit, on a
                                  server of your own. (default: 2.0)
          --tile-limit <n>        Refuse regions of more tiles. (default: 100000)
          --permitted             The owner of the server has permitted to fetch the
                                  tiles.
          --force                 Replace an existing file once the new one is complete.
          --sync                  Wait until all files of a folder are on the disk
                                  before it gets its name. Single files always are.
          --dry-run               Print how many tiles would be fetched, and fetch none.
          --version               Show the version.
          -h, --help              Show help information.


        """

    static let mergeHelp = """
        OVERVIEW: Merge the shards of a pyramid that was cut in parts, or two pyramids.

        Shards are made by cut with --shard, on one machine or several. The merge
        copies their tiles and makes the coarser levels; the pyramid is the same, byte
        for byte, as that of a single run. Shards at an address are read there, as far
        as they are needed.

        With --over, a pyramid is laid over another one. Opaque tiles of the overlay
        replace those of the base byte for byte, others are drawn over them; only these
        and the coarser tiles above them are re-encoded, as the base's tiles are. All
        other tiles stay unchanged.

        Examples:
          tilecut big.tif -o big.pmtiles --shard 1/2
          tilecut big.tif -o big.pmtiles --shard 2/2
          tilecut merge big.pmtiles --remove-shards
          tilecut merge https://example.org/shards/big.pmtiles -o big.pmtiles
          tilecut merge flood.pmtiles --over world.pmtiles -o today.pmtiles

        Exit status: as of cut; 65 if a shard is damaged, 66 if one is missing, 73 if
        one is of another cut.

        USAGE: tilecut merge <pyramid> [<options>]
               tilecut merge <overlay> --over <base> --output <path> [<options>]

        ARGUMENTS:
          <pyramid>               The pyramid, as --output named it, or an address; its
                                  shards are beside it, as PYRAMID.shard-1-of-4. With
                                  --over: the pyramid above.

        LAYING ONE OVER ANOTHER:
          --over <base>           Lay the pyramid that is named first over this one,
                                  instead of merging shards. Maps are aligned by zoom,
                                  column and row. Opaque tiles replace those below; the
                                  others are drawn over them.
          --at <x,y>              With --over, for pyramids that are not maps: the
                                  position in full-size pixels of the base, a multiple
                                  of the tile size. (default: 0,0)
          --layout <layout>       With --over: the layout of files and folders, as
                                  --layout of cut. (default: deepzoom) (values:
                                  deepzoom, zoomify, iiif, iiif2, xyz, tms, google,
                                  flat)
          --quality <1-100>       With --over: the quality of re-encoded tiles, 1
                                  (smallest) to 100 (best). (default: that of JPEG
                                  tiles, else 85)

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
          -o, --output <path>     Write the pyramid there; - is standard output, for
                                  ZIP, SZI, PMTiles and TIFF. (default: PYRAMID)
          --shards <n>            The number of shards at an address. (default: they
                                  are looked for, up to 64)
          --force                 Replace an existing pyramid once the new one is
                                  complete.
          --sync                  Wait until all files of a folder are on the disk
                                  before it gets its name. Single files always are.
          --remove-shards         Remove the shards once the pyramid is complete.
          --version               Show the version.
          -h, --help              Show help information.


        """
}
