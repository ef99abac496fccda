import ArgumentParser
import ChannelImages
import TileCutting
import ToolSupport

/// The options for images of many channels.
struct ChannelArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The channels to show, by number from 1 or by name: one as gray, three as red, green and blue, such as 4,3,2. "
                + "(default: red, green and blue where the file names them, else the first six in their colors; of more bands "
                + "without names 1,2,3)",
            valueName: "list"))
    var channels: ChannelListArgument?

    @Option(
        help: ArgumentHelp(
            "One channel, by number from 1 or by name, in gray or in the colors of --colormap; also the elevations of "
                + "--hillshade and --terrain-rgb.",
            valueName: "channel"))
    var channel: String?

    @Option(
        help: ArgumentHelp(
            "The colors of one channel, from the lowest to the highest value of its range.", valueName: "name"))
    var colormap: ColormapArgument?

    @Option(
        defaultAsFlag: CompositeArgument(channels: nil),
        help: ArgumentHelp(
            "Add channels up, each in its own color: that of the file, or one of the usual ones. A list such as DAPI,FITC "
                + "names the channels; write it, or --composite alone, after the image.",
            valueName: "list"))
    var composite: CompositeArgument?

    @Option(
        help: ArgumentHelp(
            "The exponent of values between black and white: below 1 brighter, above 1 darker. (default: 1)",
            valueName: "n"))
    var gamma: Double?

    @Option(help: ArgumentHelp("The optical section (z), counted from 1. (default: 1)", valueName: "n"))
    var section: Int?

    @Option(help: ArgumentHelp("The time point (t), counted from 1. (default: 1)", valueName: "n"))
    var time: Int?

    @Flag(help: "Show elevations as light and shade.")
    var hillshade = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "With --hillshade: the direction from which the light comes, in degrees clockwise from north. (default: 315)",
            valueName: "degrees"))
    var azimuth: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "With --hillshade: the height of the light above the horizon, in degrees from 0 to 90. (default: 45)",
            valueName: "degrees"))
    var altitude: Double?

    @Option(help: ArgumentHelp("With --hillshade: the factor of elevations. (default: 1)", valueName: "n"))
    var exaggeration: Double?

    @Option(
        name: .customLong("terrain-rgb"), defaultAsFlag: TerrainEncoding.mapbox,
        help: ArgumentHelp(
            "Store elevations in meters in the bytes of red, green and blue, for maps that make relief of them. Tiles are png, "
                + "and coarser levels are means of elevations. mapbox: tenths of a meter. terrarium: 256ths of a meter.",
            valueName: "encoding"))
    var terrain: TerrainEncoding?

    func validate() throws {
        let modes = modes
        if modes.count > 1 {
            throw ValidationError("\(modes[0]) and \(modes[1]) cannot be combined. Leave one of them out.")
        }
        if channel != nil,
            let other = [channels.map { _ in "--channels" }, composite.map { _ in "--composite" }]
                .compactMap(\.self).first
        {
            throw ValidationError(
                "\(other) and --channel cannot be combined: --channel names the only one that is shown. Leave one of them out."
            )
        }
        if let channels, channels.list.count != 1, channels.list.count != 3 {
            throw ValidationError(
                "--channels takes one channel for gray, or three for red, green and blue, not \(channels.list.count). Add "
                    + "channels up in colors with --composite.")
        }
        if let option = lightOptions.first, !hillshade {
            throw ValidationError("\(option) is for light and shade. Add --hillshade, or leave it out.")
        }
        if let gamma, !(gamma.isFinite && ChannelSelection.gammas.contains(gamma)) {
            throw ValidationError("--gamma takes a number from 0.05 to 20; \(gamma) is out of range.")
        }
        if gamma != nil,
            let mode = [hillshade ? "--hillshade" : nil, terrain.map { _ in "--terrain-rgb" }]
                .compactMap(\.self).first
        {
            throw ValidationError("\(mode) shows elevations, and no range of values. Leave --gamma out.")
        }
        for (name, value) in [("--section", section), ("--time", time)] {
            if let value, value < 1 {
                throw ValidationError("\(name) takes a number from 1; \(value) is out of range.")
            }
        }
        if let altitude, !Hillshade.altitudes.contains(altitude) {
            throw ValidationError("--altitude takes 0 to 90 degrees; \(altitude) is out of range.")
        }
        if let azimuth, !Hillshade.azimuths.contains(azimuth) {
            throw ValidationError("--azimuth takes -360 to 360 degrees; \(azimuth) is out of range.")
        }
        if let exaggeration, !Hillshade.exaggerations.contains(exaggeration) {
            throw ValidationError(
                "--exaggeration takes a number from 0.000001 to 1000; \(exaggeration) is out of range.")
        }
    }

    /// The options that choose how channels become colors, as they are given.
    private var modes: [String] {
        [
            channels.map { _ in "--channels" }, composite.map { _ in "--composite" },
            colormap.map { _ in "--colormap" }, hillshade ? "--hillshade" : nil, terrain.map { _ in "--terrain-rgb" },
        ].compactMap(\.self)
    }

    /// The options that only light and shade have, as they are given.
    private var lightOptions: [String] {
        [
            azimuth.map { _ in "--azimuth" }, altitude.map { _ in "--altitude" },
            exaggeration.map { _ in "--exaggeration" },
        ].compactMap(\.self)
    }

    /// Writes the channels that are asked for into a selection; its ranges are left as they are.
    func apply(to selection: inout ChannelSelection) {
        let one = channel.map { ChannelReference($0) }
        if let channels {
            selection.mode = .colors(channels.list)
        } else if let composite {
            selection.mode = .composite(composite.channels)
        } else if hillshade {
            selection.mode = .hillshade(one, light)
        } else if let terrain {
            selection.mode = .terrain(one, terrain)
        } else if let colormap {
            selection.mode = .colormap(one, colormap.colormap)
        } else if let one {
            selection.mode = .colors([one])
        }
        selection.gamma = gamma ?? 1
        selection.section = section
        selection.time = time
    }

    private var light: Hillshade {
        var light = Hillshade()
        light.azimuth = azimuth ?? light.azimuth
        light.altitude = altitude ?? light.altitude
        light.exaggeration = exaggeration ?? light.exaggeration
        return light
    }
}

/// Channels by numbers or names.
struct ChannelListArgument: ExpressibleByArgument {
    var list: [ChannelReference]

    init?(argument: String) {
        guard let list = ChannelReference.list(argument) else { return nil }
        self.list = list
    }
}

/// The channels that are added up; nil for all.
struct CompositeArgument: ExpressibleByArgument, CustomStringConvertible {
    var channels: [ChannelReference]?

    init(channels: [ChannelReference]?) {
        self.channels = channels
    }

    init?(argument: String) {
        guard let list = ChannelReference.list(argument) else { return nil }
        channels = list
    }

    /// The text of the help.
    var description: String { "all" }
}

/// A scale of colors by its name.
struct ColormapArgument: ListedArgument {
    var colormap: Colormap

    init?(argument: String) {
        guard let colormap = Colormap.named(argument) else { return nil }
        self.colormap = colormap
    }

    static var allValueStrings: [String] { Colormap.standard.map(\.name) }
}
