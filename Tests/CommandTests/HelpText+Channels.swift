extension `Help of tilecut` {
    /// The options for images of many channels.
    static let channelOptions = """
          --channels <list>       The channels to show, by number from 1 or by name:
                                  one as gray, three as red, green and blue, such as
                                  4,3,2. (default: red, green and blue where the file
                                  names them, else the first six in their colors; of
                                  more bands without names 1,2,3)
          --channel <channel>     One channel, by number from 1 or by name, in gray or
                                  in the colors of --colormap; also the elevations of
                                  --hillshade and --terrain-rgb.
          --colormap <name>       The colors of one channel, from the lowest to the
                                  highest value of its range. (values: gray, viridis,
                                  magma, inferno, plasma, cividis, turbo, terrain,
                                  coolwarm)
          --composite [<list>]    Add channels up, each in its own color: that of the
                                  file, or one of the usual ones. A list such as
                                  DAPI,FITC names the channels; write it, or
                                  --composite alone, after the image. (default as flag:
                                  all)
          --gamma <n>             The exponent of values between black and white: below
                                  1 brighter, above 1 darker. (default: 1)
          --section <n>           The optical section (z), counted from 1. (default: 1)
          --time <n>              The time point (t), counted from 1. (default: 1)
          --hillshade             Show elevations as light and shade.
          --azimuth <degrees>     With --hillshade: the direction from which the light
                                  comes, in degrees clockwise from north. (default: 315)
          --altitude <degrees>    With --hillshade: the height of the light above the
                                  horizon, in degrees from 0 to 90. (default: 45)
          --exaggeration <n>      With --hillshade: the factor of elevations. (default:
                                  1)
          --terrain-rgb [<encoding>]
                                  Store elevations in meters in the bytes of red, green
                                  and blue, for maps that make relief of them. Tiles
                                  are png, and coarser levels are means of elevations.
                                  mapbox: tenths of a meter. terrarium: 256ths of a
                                  meter. (values: mapbox, terrarium; default as flag:
                                  mapbox)
        """

    /// The options for pyramids of stored values, which cut and convert share.
    static let valueOptions = """
          --zarr <version>        The version of OME-Zarr. 0.5: many chunks in a file,
                                  in Zarr 3. 0.4: a file for each chunk, in Zarr 2.
                                  (default: 0.5) (values: 0.4, 0.5)
          --codec <codec>         The lossless codec of chunks: zstd, blosc, gzip or
                                  none in OME-Zarr; deflate, lzw or none in OME-TIFF.
                                  (default: zstd; deflate in OME-TIFF) (values: zstd,
                                  blosc, gzip, deflate, lzw, none)
          --codec-level <n>       The level of the codec; higher ones are slower, and
                                  their files smaller. (default: 3 for zstd, 5 for
                                  blosc, 6 for gzip and deflate)
        """
}
