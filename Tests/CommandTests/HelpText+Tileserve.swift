extension `Commands of tileserve` {
    static let help = """
        OVERVIEW: Serve pyramids and images over HTTP.

        Answers by the IIIF Image API 3.0 and 2.1 (level 2), as Deep Zoom, Zoomify and
        map tiles, and with the files themselves by range. Stored tiles are copied;
        everything else is made from the tiles that it touches. The first line that is
        printed is the address of a page that lists and shows everything.

        Examples:
          tileserve pyramids               all pyramids and images of a folder
          tileserve big.dzi photo.jpg      these two
          tileserve /srv/tiles --trust-proxy --server-name tiles.example.org
          tileserve sign --key key.txt --expires 3600 /iiif/3/big/

        It listens on this machine only, unless --host says otherwise; TLS and HTTP/2
        are for a proxy such as nginx or Caddy. On Ctrl-C and SIGTERM it finishes what
        it has begun; on SIGHUP it reads the folders again.

        Exit status: 0 stopped by a signal; 64 invalid arguments; 66 a path or the key
        cannot be read; 69 the port is in use, or cannot be listened on, or the system
        refuses threads; 73 the log cannot be created.

        USAGE: tileserve <path> ... [--port <port>] [<options>]

        ARGUMENTS:
          <path>                  The pyramids, images, and folders of these.

        LISTENING:
          --port <port>           The port; 0 for one that is free. (default: 8080)
          --host <address>        The address to listen on: 0.0.0.0 or :: for all
                                  networks of this machine. (default: 127.0.0.1)
          --base-url <url>        The address that clients see, such as
                                  https://example.org/tiles. (default: what they ask
                                  for)
          --trust-proxy           Believe the proxy in front about the address and the
                                  client (Forwarded, X-Forwarded-…).
          --server-name <name>    A name by which clients or the proxy reach the
                                  server, such as tiles.example.org; requests for
                                  unknown names are refused. IP addresses, localhost
                                  and the host of --base-url are known. May be repeated.
          --cors <origin>         The origin whose pages may read answers, such as
                                  https://example.org, or * for all. (default: all, and
                                  none if the server listens on this machine only)

        LIMITS:
          --workers <n>           The answers that are made at a time. (default: two on
                                  each processor)
          --memory <MB>           The memory that large answers may need together while
                                  they are made, and once more while they are sent.
                                  (default: 256)
          --tile-cache <MB>       The memory in which decoded tiles are kept. (default:
                                  256)
          --max-side <pixels>     The widest and the highest image that is sent.
                                  (default: 16383)
          --max-area <pixels>     The most pixels of an image that is sent. (default:
                                  24000000)
          --answer-seconds <s>    The most processor time that making an answer may
                                  take. (default: 5)
          --cut-cache <GB>        The disk space for tiles that are cut from plain
                                  images. (default: 20)
          --allow-files <folder>  A folder to which links in the folders that are
                                  served may lead, or below it; other links out of them
                                  are left out. May be repeated.
          --allow-loss <validity|place|color>
                                  Serve images, with a warning, of which a statement
                                  cannot be read and whose pixels or place may come out
                                  wrong: which pixels are valid, where the image lies,
                                  or which colors samples stand for. May be repeated.
                                  (values: validity, place, color)
          --isolate               Decode everything in sandboxed processes, also tiles,
                                  JPEG, PNG and TIFF; other formats always are. It
                                  takes a process for each pyramid that is in use, and
                                  a little more time.

        ACCESS AND OPERATION:
          --key <file>            Answer only addresses that were signed with the key
                                  in this file (tileserve sign).
          --max-age <seconds>     The time for which clients and proxies may keep tiles
                                  and images. (default: 3600)
          --access-log <file>     Append a line of JSON for each request to this file;
                                  - is standard output.
          --cache <folder>        The folder for tiles that are cut from plain images.
                                  (default: tilekit/served in $XDG_CACHE_HOME or
                                  ~/.cache)

        OPTIONS:
          --version               Show the version.
          -h, --help              Show help information.

        SUBCOMMANDS:
          sign                    Sign addresses, for a server that was started with
                                  the same --key.

          See 'tileserve help <subcommand>' for detailed help.

        """

    static let signHelp = """
        OVERVIEW: Sign addresses, for a server that was started with the same --key.

        Prints for each path the path with its signature. A path that ends in a slash
        admits everything below it: then the query that is printed is for every address
        there.

        Example: tileserve sign --key key.txt --expires 3600 /iiif/3/big/
        A key is made by: openssl rand -hex 32 >key.txt

        USAGE: tileserve sign --key <file> [--expires <seconds>] <path> ...

        ARGUMENTS:
          <path>                  The paths, as they are requested: percent-encoded.

        OPTIONS:
          --key <file>            The file with the key.
          --expires <seconds>     The time until the signatures expire. (default: 86400)
          --version               Show the version.
          -h, --help              Show help information.


        """
}
