internal import ScrollLayers

/// An entry of the context menu.
enum MenuEntry {
    /// A command.
    case command(ViewerCommand)
    /// Commands in a menu of their own, in sections.
    case submenu(String, [[ViewerCommand]])

    /// The entries of the menu, in sections.
    ///
    /// With all entries that can apply to one image at once, the menu fits into a window 600 points high.
    static let all: [[MenuEntry]] = [
        [.command(.retryFailures)],
        [.command(.chooseFiles), .command(.openNext), .command(.openPrevious), files],
        [
            .command(.scroll(.zoomIn)), .command(.scroll(.zoomOut)), .command(.scroll(.fit)),
            .command(.scroll(.magnify(1))), turning, .command(.toggleFullScreen),
        ],
        [
            .command(.copyPicture), .submenu("Copy", [[.copyLink]]), .command(.saveView), .command(.export),
        ],
        [
            .command(.undo), .command(.redo), .command(.annotate),
            .submenu("Compare", [[.compare(.next), .compare(.overlay)]]),
            .submenu("Places", [[.goToPlace, .addBookmark, .listBookmarks]]), shown,
        ],
        [.command(.toggle(.help)), .command(.close)],
    ]

    /// The entries while no file is open, in sections.
    static let withoutImage: [[MenuEntry]] = [
        [.command(.chooseFiles), .command(.openAddress), .command(.openClipboard)],
        [.command(.toggleFullScreen)],
        [.command(.toggle(.help)), .command(.close)],
    ]

    private static let files = MenuEntry.submenu(
        "Files",
        [
            [.openAddress, .openClipboard], [.toggleSlideshow, .toggleFileGrid, .toggle(.filmstrip)],
            FileOrder.allCases.map { .sortFiles(by: $0) }, [.closeFile],
        ])

    private static let turning = MenuEntry.submenu(
        "Rotate and flip",
        [
            [.scroll(.rotate(degrees: 90)), .scroll(.rotate(degrees: -90)), .typeAngle],
            [.scroll(.mirrorHorizontally), .scroll(.mirrorVertically)],
        ])

    private static let shown = MenuEntry.submenu(
        "Show or hide",
        [
            [.information, .adjustment, .channels, .regionStatistics, .profile].map { .toggle($0) },
            [.nextSection, .previousSection, .nextTime, .previousTime, .playChannels],
            [.overviewMap, .scaleBar, .statusLine, .pixelGrid, .annotations, .buttons].map { .toggle($0) },
            [.overlayAnnotations, .nextBackground],
        ])
}
