extension `Commands of tileview` {
    static let help = """
        OVERVIEW: Look at giant images: zoom and pan them without waiting.

        Opens images of any format and pyramids of any kind: Deep Zoom, Zoomify, IIIF,
        XYZ, TMS and Google tiles, flat tiles, ZIP and SZI archives, MBTiles, PMTiles
        and TIFF. A pyramid is given by its descriptor, its folder or its file, and is
        recognized by its content.

        Examples:
          tileview big.dzi
          tileview big.jpg                         a plain image
          tileview big.dzi --view 12000,8000,1     pixel for pixel, about that place
          tileview big.dzi --screenshot view.png   a picture, without a window
          tileview *.dzi                           Space goes on to the next

        In the window:
          Drag          move; let go while moving to throw
          Wheel         zoom about the pointer, or move after --wheel pan
          Double click  zoom in; with Shift out
          Two fingers   move, zoom and turn on a touch screen
          Shift+drag    select a part
          Arrows        move
          Shift+arrows  move by a page
          +             zoom in
          -             zoom out
          0 Home        the whole picture
          1             pixel for pixel
          2 … 9         so many times larger
          r             turn right
          R             turn left
          h             mirror left and right
          v             mirror top and bottom
          f             full screen, or a window again
          m             overview map
          l             scale bar
          i             line with zoom, place, color and loading
          d             figures of frames, tiles and memory
          g             grid between large pixels
          n             large pixels smooth, or as squares
          b             borders of tiles
          Space         the next file
          Backspace     the previous file
          s             save what is seen as PNG
          e             export the selection, or what is seen, at full resolution
          c             copy a link to this view
          F1 ?          this help
          Esc           leave help, export, selection or full screen; else close
          q             close

        Exit status: 0 the window was closed, also by SIGTERM; 64 arguments that make
        no sense; 65 a damaged file, or tiles of a screenshot that could not be loaded;
        66 no such file, or it may not be read; 69 there is no screen; 70 a mistake of
        ours; 73 the screenshot cannot be written; 74 reading or writing failed; 130
        interrupted.

        USAGE: tileview <file> ... [<options>]

        ARGUMENTS:
          <file>                  The files to look at.

        VIEW:
          --view <x,y,zoom[,angle]>
                                  Open exactly there: the place in the middle in
                                  full-size pixels, screen pixels for each of them, and
                                  degrees clockwise. (default: all of the image)
          --size <WxH>            The size of the window or the picture. (default:
                                  1280x800)
          --full-screen           Fill the screen.
          --plain                 Show the image and nothing else: no map, no scale
                                  bar, no texts.
          --background <color>    What lies around the image: #RRGGBB, #RGB or a CSS
                                  name. (default: a neutral gray)
          --wheel <zoom|pan>      What a wheel does; with Ctrl it always zooms.
                                  (values: zoom, pan; default: zoom)
          --reduced-motion        Let nothing move by itself: no throws, no flights.

        PICTURES AND MEASUREMENTS:
          --screenshot <file>     Write what would be seen as a PNG file, fully sharp.
          --flight <file>         Play a recorded camera path in the window, "standard"
                                  for the usual one, and print frame times and what was
                                  blank and blurred.
          --json                  Print the figures of a flight as a JSON object.

        LOADING:
          --cache <MB>            Megabytes that decoded tiles may take, 16 or more.
                                  (default: 256)
          --latency <ms>          Let every tile come so much later, to try out slow
                                  disks. (default: 0)

        OPTIONS:
          --version               Show the version.
          -h, --help              Show help information.


        """
}
