extension `Commands of tileview` {
    static let help = """
        OVERVIEW: View giant images: zoom and pan without waiting.

        Opens images of any format and tile pyramids of any kind: Deep Zoom, Zoomify,
        IIIF, XYZ, TMS and Google tiles, flat tiles, ZIP and SZI archives, MBTiles,
        GeoPackage, PMTiles and TIFF. Name a pyramid's descriptor, its folder or its
        file; its kind is recognized by the content. Any other folder stands for the
        images in it. Without a file, the window lists those that were opened last.

        Pyramids over the network are named by their addresses: that of a descriptor
        (Deep Zoom, Zoomify, IIIF, TileJSON, WMTS), of a PMTiles, TIFF or SZI file, of
        which only the parts that are seen are read, or a template of map tiles. What
        was seen is kept on disk, 512 MB at most, and shown without a network. A server
        of tileserve, and a collection or manifest of IIIF, stand for the images that
        they list.

        Examples:
          tileview big.dzi
          tileview big.jpg                         a plain image
          tileview big.dzi --view 12000,8000,1     actual size, centered on that pixel
          tileview big.dzi --screenshot view.png   an image file, without a window
          tileview *.dzi                           Space opens the next file
          tileview photos                          a folder of images
          tileview --compare a.dzi b.dzi           two images side by side, and more
          tileview https://example.org/big.dzi     a pyramid over the network
          tileview 'https://example.org/{z}/{x}/{y}.png'   map tiles
          tileview http://localhost:8080/          all images of a server

        In the window:
          Drag           pan, also by the middle button; release in motion to fling
          Wheel          zoom at the pointer, or pan if that is chosen
          Shift+wheel    pan sideways, as a wheel that is tilted does
          Double click   zoom in; in photos fit or actual size; with Shift zoom out
          Two fingers    pan, zoom and rotate on a touch screen
          Shift+drag     select a region; drag its handles or inside to change it
          Right click    menu; on a touch screen, hold a finger still
          Left Right     previous, next file while the whole image is in view
          Side buttons   of a mouse: previous, next file, as Alt+Left and Alt+Right
          Enter          type the region that is selected
          j              go to a place: pixels, a zoom, or coordinates
          J              list the bookmarks
          Ctrl+d         keep this view as a bookmark
          Arrows         pan
          Shift+arrows   pan by a page
          + Ctrl++       zoom in
          - Ctrl+-       zoom out
          0 Ctrl+0 Home  fit the whole image
          End            fit the width of the image
          1 Ctrl+1       actual size: one screen pixel per image pixel
          2 … 9          that many times actual size
          r              rotate right
          R              rotate left
          h              flip horizontally
          v              flip vertically
          R+drag         rotate about the middle of the view, with Ctrl in steps of 15°
          Alt+r          type the angle of the view
          f              toggle full screen
          m              overview map
          l              scale bar
          i              status line: zoom, position, color and loading
          p              about the image: size, format, resolution, camera, place
          y              histogram and statistics of the selection, or of the view
          Y              values along a line, which a drag draws
          F              filmstrip: the files as thumbnails at the lower edge
          a              adjust brightness, contrast, channels and colors
          x              invert the colors
          u              stretch the contrast to what is in view, or not
          d              statistics on frames, tiles and memory
          g              pixel grid when zoomed in
          n              smooth or square pixels when zoomed in
          b              tile borders
          B              next background: dark, black, gray, white, checkered
          D              next debug overlay: blending, overdraw, cache …
          C              channels: colors, ranges, sections and times
          Alt+1 … Alt+9  show or hide channel 1 to 9
          z              next optical section (z)
          Z              previous optical section
          Alt+t          next time point
          Alt+T          previous time point
          P              play the time points, or the sections
          k              measure and annotate: distance, area, angle, note …
          t              annotations
          Ctrl+z         undo the last change of the annotations
          Ctrl+Z         redo it
          w              compare: side by side, curtain, blink, difference
          W              the previous way of comparing
          Alt+w          one image more side by side, with Shift one less
          Alt+o          overlay: normal, multiply, screen, difference
          Alt+, Alt+.    overlay fainter or stronger by 10 %, with Ctrl by 1 %
          Alt+p          place the second image by points that are clicked in both
          Alt+arrows     move the second image by a pixel, with Shift by ten
          Alt++ Alt+-    scale the second image by 1 %, with Ctrl by 0.1 %
          Alt+drag       move the second image
          Alt+0          place the second image as at first
          Alt+b          blink by hand
          Alt+g          differences 1, 4 or 16 times as large
          o Ctrl+o       open files
          Space Tab      next file
          Backspace      previous file
          Ctrl+Home      first file
          Ctrl+End       last file
          N              sort the files by name, by date, by size
          Ctrl+w         close the file; without one, the window
          Delete         delete the chosen annotation or bookmark; never a file
          Ctrl+l         open an address of the network, or a path
          S              slideshow: the next file every few seconds
          T              grid: all files as thumbnails
          ]              next page, channel or frame of the file
          [              previous page, channel or frame of the file
          F5             try again to load the tiles that failed
          s              save the view as PNG, after a question
          Ctrl+s         save the view as PNG at once
          e Ctrl+e       export the selection, or the view, at full resolution
          E              export it with the annotations
          c              copy a command that opens this view
          Ctrl+c         copy the picture of the selection, or of the view
          Ctrl+v         open the picture, path or address on the clipboard
          F1 ?           this help
          Small window   panels scroll; without room for all, the oldest is closed
          Menu           menu of what can be done here
          Esc            leave help, export, selection or full screen
          q Ctrl+q       quit

        Exit status: 0 the window was closed, also by SIGTERM; 64 invalid arguments; 65
        a damaged file, or tiles of a screenshot that could not be loaded; 66 the file
        does not exist or may not be read; 69 there is no display, or the system
        refuses threads; 70 an internal error; 73 the screenshot cannot be written; 74
        an I/O error; 130 interrupted.

        USAGE: tileview [<file> ...] [<options>]

        ARGUMENTS:
          <file>                  The files to show, folders of them, or addresses of
                                  pyramids.

        VIEW:
          --view <x,y,zoom[,angle]>
                                  Open exactly this view: the center in full-size
                                  pixels, the zoom in screen pixels per image pixel,
                                  and the angle in degrees clockwise. (default: the one
                                  in which the file was last left, or the whole image)
          --rendering <text>      Show the channels of an image of many channels so, as
                                  a copied link says: composite=1,2&range=0..4000.
                                  (default: as they were last shown, or as suits the
                                  image)
          --size <WxH>            The size of the window or the screenshot. (default:
                                  1280x800)
          --no-restore            Show the whole image at first, and not the view in
                                  which it was last left.
          --full-screen           Open in full screen.
          --plain                 Show only the image: no map, no scale bar, no text.
          --background <color>    The color around the image and below what is
                                  transparent in it: #RRGGBB, #RGB or a CSS name.
                                  (default: a neutral gray, and a checkerboard below)
          --annotations <file>    The GeoJSON file that annotations of the image are
                                  read from and kept in; with --screenshot they are
                                  drawn. (default: the image's name with .geojson after
                                  its extension)
          --overlay-annotations <file>
                                  A GeoJSON file of another map's annotations, or one
                                  in degrees, that is shown over the image by
                                  coordinates and never written.
          --wheel <zoom|pan>      What the wheel does; with Ctrl it always zooms.
                                  (values: zoom, pan; default: zoom)
          --double-click <zoom|fit>
                                  What a double click does: zoom in, or fit the image
                                  and show its actual size in turn. (default: fit for
                                  plain images, zoom for pyramids) (values: zoom, fit)
          --renderer <name>       What draws the window: the graphics card, the
                                  compositor, or automatic: the card where there is
                                  one. (values: automatic, accelerated, compositor;
                                  default: automatic)
          --no-display-profile    Show colors as sRGB, whatever profile the display has.
          --reduced-motion        Turn off inertia and animations.
          --sort <name|date|size> The order of the files of a folder, of which the
                                  oldest or the smallest is the first; N changes it.
                                  (values: name, date, size; default: name)
          --slideshow <seconds>   The time for which the slideshow (S) shows each file,
                                  from 0.5 to 86400. (default: 5.0)

        KEYS:
          --keys <file>           The file that changes keys: a key and a command a
                                  line, or a key and none. (default: tilekit/keys in
                                  $XDG_CONFIG_HOME or ~/.config)
          --print-keys            Print the keys in effect, as such a file with all
                                  commands, and exit.

        COMPARISON:
          --compare               Compare the first file with the others, 2 to 9 in
                                  all; w goes on to the next way of comparing.
          --compare-by <way>      The way of comparing: side-by-side, curtain[,position
                                  from 0 to 1], blink, difference[,1|4|16] or
                                  overlay[,opacity from 0 to
                                  1[,normal|multiply|screen|difference]]. (default:
                                  side-by-side)
          --placement <a,b,c,d,tx,ty>
                                  Lay the point x, y of the second image over the point
                                  a·x + c·y + tx, b·x + d·y + ty of the first one.
          --correction <x,y[,scale]>
                                  Move the second image by these of its pixels, and
                                  enlarge it by a factor.

        SCREENSHOTS AND MEASUREMENTS:
          --screenshot <file>     Write the view as a PNG file, fully sharp, without a
                                  window.
          --force                 Replace an existing file by the screenshot.
          --flight <file>         Play a recorded camera path in the window, "standard"
                                  for the built-in one, and print frame times and how
                                  much was blank or blurred.
          --json                  Print the results of a flight as a JSON object.
          --trace <file>          Record what each thread does and for how long, as a
                                  file that ui.perfetto.dev opens.

        LOADING:
          --cache <MB>            The limit for decoded tiles in megabytes, at least
                                  16. (default: 128, and more for windows of more than
                                  5 megapixels)
          --page <n>              The page of the first file to show first, from 1.
                                  (default: 1)
          --latency <ms>          Delay every tile by this time, to simulate a slow
                                  disk. (default: 0)
        \(`Help of tilecut`.limitOptions)

        NETWORK:
          --header <name: value>  Send this header to the server of an address, such as
                                  "Authorization: Bearer …"; repeat it for more.
          --netrc                 Take names and passwords for servers from ~/.netrc.
          --allow-host <host>     Let the server of an address refer and redirect to
                                  this host, or host:port; repeat it for more.
          --zoom <first-last>     The zooms of map tiles for which the server has no
                                  description, 0 to 30. (default: 0-19)

        OPTIONS:
          --version               Show the version.
          -h, --help              Show help information.


        """
}
