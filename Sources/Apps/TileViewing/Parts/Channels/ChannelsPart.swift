internal import ChannelImages
internal import Controls
internal import LayerTree
internal import ScrollLayers
internal import VectorDrawing

/// The channels of the image: the panel, and the commands that show channels, sections and times.
///
/// All that it changes is ``ViewerContext/channelRendering``. The values of the channels that are shown are measured in the
/// background, one channel after the other, once the tiles in view are loaded.
@MainActor
final class ChannelsPart: ViewerPart {
    let panel: ChannelPanel
    private let context: ViewerContext
    /// The choice of channels; nil until it is needed, and for images without channels.
    private var knownMix: ChannelMix?
    /// The rendering that ``knownMix`` was made for.
    private var knownRendering: ChannelRendering?
    /// The plane that is being measured; nil if none is.
    private var measuring: ChannelPlane?
    /// The planes that were measured last, by channel.
    private var measured: [Int: ChannelPlane] = [:]
    private var player = ChannelPlayer()
    /// The message about the last step; nil if none was shown.
    private var message: Int?

    init(_ context: ViewerContext) {
        self.context = context
        panel = ChannelPanel(in: context.environment)
        panel.onChange = { [weak self] in self?.show($0) }
        panel.onRead = { [weak self] in self?.mix }
        panel.onType = { [weak self] in self?.ask(for: $0) }
    }

    // MARK: Choice

    private var hasChannels: Bool { context.document?.channels != nil }

    /// The choice of channels, made when it is needed first; nil for images without channels.
    var mix: ChannelMix? {
        if knownMix == nil, let channels = context.document?.channels {
            var mix = ChannelMix(channels.description, automatic: channels.automatic)
            knownRendering = context.channelRendering
            if let knownRendering { mix.adopt(knownRendering) }
            knownMix = mix
        }
        return knownMix
    }

    /// Shows a choice of channels.
    private func show(_ new: ChannelMix) {
        knownMix = new
        let rendering = new.rendering
        if rendering != knownRendering {
            knownRendering = rendering
            context.channelRendering = rendering
        }
        context.scene.setNeedsFrame()
    }

    /// Changes the choice of channels, if there is one.
    private func change(_ body: (inout ChannelMix) -> Void) {
        guard var mix else { return }
        body(&mix)
        show(mix)
    }

    func channelRenderingDidChange() {
        guard let rendering = context.channelRendering, rendering != knownRendering else { return }
        knownRendering = rendering
        knownMix?.adopt(rendering)
    }

    func documentDidOpen(_ document: Document) {
        forget()
    }

    func documentDidClose() {
        forget()
    }

    private func forget() {
        panel.cancelInput()
        knownMix = nil
        knownRendering = nil
        measuring = nil
        measured = [:]
        player.stop()
    }

    // MARK: Input

    var liesOverImage: Bool { true }
    var isTracking: Bool { panel.isDragging }

    func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .pointer(let event): guard panel.handle(event) else { return false }
        case .wheel(let event): guard panel.handle(event) else { return false }
        case .key, .touch: return false
        }
        context.scene.setNeedsFrame()
        return true
    }

    func cancelInput() {
        panel.cancelInput()
    }

    func cursor(at point: Point) -> Cursor? {
        if panel.isDragging { return .closedHand }
        return panel.isControl(at: point).map { $0 ? .pointingHand : .arrow }
    }

    /// Lets the user type a value of the panel.
    private func ask(for value: ChannelPanel.TypedValue) {
        guard let mix, let question = ChannelQuestion(value, in: mix) else { return }
        context.ask(
            TextEntry.Question(title: question.title, text: question.text, hint: question.hint) { [weak self] text in
                guard let self, var mix = self.mix else { return nil }
                let fault = question.set(text, in: &mix)
                show(mix)
                return fault
            })
    }

    // MARK: Commands

    func perform(_ command: ViewerCommand) -> Bool {
        switch command {
        case .cancel: return cancel()
        case .toggle(.channels) where !hasChannels && !context.features.contains(.channels): postNoChannels()
        default:
            guard let command = command.channels else { return false }
            perform(command)
        }
        return true
    }

    private func perform(_ command: ChannelCommand) {
        guard hasChannels else { return postNoChannels() }
        switch command {
        case .toggle(let channel): toggle(channel)
        case .stepSection(let count): step(.section, by: count)
        case .stepTime(let count): step(.time, by: count)
        case .play: play()
        }
        context.scene.setNeedsFrame()
    }

    private func postNoChannels() {
        guard let document = context.document else { return context.postNoFile("with channels") }
        context.post("\(document.name) has no channels to choose from.", isAboutDocument: true)
    }

    /// Ends playing, closes the palette or else the panel; returns whether there was one of these.
    private func cancel() -> Bool {
        if player.isPlaying {
            player.stop()
        } else if panel.isOn {
            if !panel.closePalette() { context.features.remove(.channels) }
        } else {
            return false
        }
        context.scene.setNeedsFrame()
        return true
    }

    private func toggle(_ channel: Int) {
        guard let mix, mix.channels.indices.contains(channel) else {
            return context.post("There is no channel \(channel + 1).", isAboutDocument: true)
        }
        change { $0.toggle(channel) }
        let name = ChannelText.name(of: channel, in: mix.description)
        announce("\(name) is \(self.mix?.isShown(channel) == true ? "shown" : "hidden").")
    }

    private func step(_ slider: ChannelSlider, by count: Int) {
        player.stop()
        guard let mix, let index = slider.index(in: mix), let total = slider.count(in: mix) else { return }
        let name = slider == .section ? "section" : "time point"
        guard total > 1 else { return announce("There is one \(name).") }
        change { slider.setIndex(index + count, in: &$0) }
        guard let mix = self.mix else { return }
        announce("\(name.prefix(1).uppercased() + name.dropFirst()) \(slider.value(in: mix))")
    }

    /// Says what has changed, unless the panel shows it.
    private func announce(_ text: String) {
        guard !panel.isOn else { return }
        message = context.post(text, insteadOf: message)
    }

    private func play() {
        guard let mix else { return }
        guard !player.isPlaying else { return player.stop() }
        guard ChannelPlayer.slider(for: mix) != nil else {
            return announce("There is one section, and one time point.")
        }
        player.start(at: context.now)
    }

    func state(of command: ViewerCommand) -> CommandState? {
        guard let command = command.channels, let mix else { return nil }
        return switch command {
        case .toggle(let channel):
            mix.channels.indices.contains(channel) ? CommandState(isChecked: mix.isShown(channel)) : nil
        case .stepSection: ChannelSlider.section.isUseful(for: mix) ? CommandState() : nil
        case .stepTime: ChannelSlider.time.isUseful(for: mix) ? CommandState() : nil
        case .play: ChannelPlayer.slider(for: mix) == nil ? nil : CommandState(isChecked: player.isPlaying)
        }
    }

    func isIrrelevant(_ command: ViewerCommand) -> Bool {
        command == .toggle(.channels) ? !hasChannels : command.channels != nil && state(of: command) == nil
    }

    // MARK: Time

    func update() {
        guard player.isDue(at: context.now), !isHeld, let mix, let slider = ChannelPlayer.slider(for: mix) else {
            return
        }
        player.step(at: context.now)
        change { ChannelPlayer.advance(slider, in: &$0) }
    }

    /// Whether playing has to wait: for tiles, or while something is dragged or covers the image.
    private var isHeld: Bool { context.status.loadingTiles > 0 || context.isCovered || context.parts.isTracking }

    var nextUpdateTime: Double? { isHeld ? nil : player.dueTime }

    // MARK: Display

    func show(_ status: ViewerStatus, isNew: Bool, in layout: OverlayLayout) {
        panel.isOn = context.features.contains(.channels) && hasChannels
        context.overlays.show(panel.layer, if: panel.isOn)
        measure(status)
        if panel.isOn { panel.update(mix) }
    }

    /// Measures a channel whose values the panel shows, or for whose range they are needed.
    private func measure(_ status: ViewerStatus) {
        guard measuring == nil, panel.isOn || knownMix != nil, !panel.isDragging, !player.isPlaying,
            status.loadingTiles == 0, let mix
        else { return }
        let planes = mix.shown.lazy.filter { self.panel.isOn || mix.channels[$0].awaited != nil }.map {
            ChannelPlane(channel: $0, section: mix.section, time: mix.time)
        }
        guard let plane = planes.first(where: { self.measured[$0.channel] != $0 }) else { return }
        measuring = plane
        context.readChannelStatistics(plane) { [weak self] in self?.receive($0, of: plane) }
    }

    private func receive(_ statistics: SampledStatistics?, of plane: ChannelPlane) {
        guard measuring == plane else { return }
        measuring = nil
        measured[plane.channel] = plane
        if let statistics { change { $0.setStatistics(statistics, of: plane.channel) } }
        context.scene.setNeedsFrame()
    }

    func addOverlays(to list: inout OverlayList) {
        list.add(panel.request(in: list.layout))
    }

    func placeOverlays(_ arrangement: OverlayArrangement) {
        panel.place(in: arrangement.frames[ChannelPanel.id])
    }

    func closeOverlay(_ id: OverlayID) {
        guard id == ChannelPanel.id else { return }
        panel.isOn = false
        context.overlays.show(panel.layer, if: false)
        context.close(.channels)
    }
}
