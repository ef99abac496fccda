internal import LayerTree

/// A command that changes what of the channels is shown.
enum ChannelCommand: Hashable, Sendable {
    /// Shows or hides a channel, counted from 0.
    case toggle(Int)
    /// Shows another optical section, so many after the present one.
    case stepSection(Int)
    /// Shows another time point, so many after the present one.
    case stepTime(Int)
    /// Begins or ends showing the time points or the sections one after the other.
    case play
}

extension ViewerCommand {
    /// Shows or hides a channel, counted from 1.
    public static func toggleChannel(_ number: Int) -> ViewerCommand {
        ViewerCommand(
            "channel-\(number)", "show or hide channel 1 to 9", title: "Channel \(number)",
            argument: ChannelCommand.toggle(number - 1))
    }

    /// Shows the next optical section.
    public static let nextSection = ViewerCommand(
        "next-section", "next optical section (z)", title: "Next section", repeats: true,
        argument: ChannelCommand.stepSection(1))
    /// Shows the previous optical section.
    public static let previousSection = ViewerCommand(
        "previous-section", "previous optical section", title: "Previous section", repeats: true,
        argument: ChannelCommand.stepSection(-1))
    /// Shows the next time point.
    public static let nextTime = ViewerCommand(
        "next-time", "next time point", repeats: true, argument: ChannelCommand.stepTime(1))
    /// Shows the previous time point.
    public static let previousTime = ViewerCommand(
        "previous-time", "previous time point", repeats: true, argument: ChannelCommand.stepTime(-1))

    /// Begins or ends showing the time points, or the sections of an image of one time point, one after the other.
    public static let playChannels = ViewerCommand(
        "play-channels", "play the time points, or the sections", title: "Play", argument: ChannelCommand.play)

    /// The command for channels; nil for other commands.
    var channels: ChannelCommand? { argument as? ChannelCommand }
}

extension ViewerFeature {
    /// The panel with the channels of the image.
    public static let channels = ViewerFeature(
        "channels", "channels: colors, ranges, sections and times", title: "Channels")
}

extension ChannelsPart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row("C", keys: .key("c", .toggle(.channels), with: [.shift])),
        ViewerKeyBindings.Row("Alt+1 … Alt+9", keys: channelKeys),
        ViewerKeyBindings.Row("z", keys: .key("z", .nextSection)),
        ViewerKeyBindings.Row("Z", keys: .key("z", .previousSection, with: [.shift])),
        ViewerKeyBindings.Row("Alt+t", keys: .key("t", .nextTime, with: [.alt])),
        ViewerKeyBindings.Row("Alt+T", keys: .key("t", .previousTime, with: [[.alt, .shift]])),
        ViewerKeyBindings.Row("P", keys: .key("p", .playChannels, with: [.shift])),
    ]

    private nonisolated static let channelKeys: [ViewerKeyBindings.Trigger: ViewerCommand] =
        (1...9).reduce(into: [:]) { keys, number in
            keys.merge(.key(Character("\(number)"), .toggleChannel(number), with: [.alt])) { $1 }
        }
}
